/**
 * The values of a program, and their classes.
 *
 * None is `null`; True and False are JavaScript's; an int is a `number` as long as it is a safe integer, else a
 * `bigint` (`integer` in `numbers.ts` chooses); a str is a `string`; everything else is a `PyObject`: a float is a
 * `PyFloat`, so that 1 and 1.0 differ. `undefined` is never a value: it means that there is none.
 */
export type Value = null | boolean | number | bigint | string | PyObject;

/** Keyword arguments of a call, in order. */
export type Keywords = ReadonlyMap<string, Value>;

/**
 * Any object. An instance of a class of the file is exactly this; host objects and built-in types are subclasses that
 * hold more.
 */
export class PyObject {
  cls: PyClass;
  /** What `__dict__` shows; made with the first attribute that is set. */
  attrs: Map<string, Value> | undefined = undefined;

  /** Without a class the object is its own class, as `type` is. */
  constructor(cls: PyClass | undefined) {
    if (cls) this.cls = cls;
    else if (this instanceof PyClass) this.cls = this;
    else throw new Error("Only a class can be its own class.");
  }

  /** Throws where the host does not know the class of the object; the program asks for it, or whether it is one. */
  classAsked(): void {}
}

export interface ClassOptions {
  readonly name: string;
  /** In order; `object` where there is none (but for `object` itself). */
  readonly bases: readonly PyClass[];
  /** The whole order of look-up, from the class itself to `object`; by default that of a single base. */
  readonly mro?: readonly PyClass[];
  /** The class of the class; `type` by default. */
  readonly metaclass?: PyClass;
  readonly module?: string;
  readonly qualname?: string;
  /** Makes an instance before `__init__` runs; by default as the first base that has a way of its own. */
  readonly allocate?: (cls: PyClass) => PyObject;
  /** Whether instances take any attribute; by default as the bases say. */
  readonly open?: boolean;
  /** Whether the class itself takes attributes; classes of the file do. */
  readonly isMutable?: boolean;
  /** Whether it can't be derived from, as `bool`. */
  readonly isFinal?: boolean;
}

/** A class. `dict` holds what its body (or its host) defined; `lookup` finds through the whole order. */
export class PyClass extends PyObject {
  name: string;
  qualname: string;
  module: string;
  readonly bases: readonly PyClass[];
  readonly mro: readonly PyClass[];
  readonly dict = new Map<string, Value>();
  allocate: (cls: PyClass) => PyObject;
  readonly open: boolean;
  /** The class that says how instances are held: two of these do not go together in one class. */
  solid: PyClass;
  readonly isMutable: boolean;
  readonly isFinal: boolean;
  /** Classes of the file that derive from this one; kept only where this one can change. */
  readonly subclasses = new Set<PyClass>();
  /** Of a class made by ABCMeta: what must be defined before it has instances. */
  abstractMethods: readonly string[] = [];
  private readonly found = new Map<string, Value | undefined>();
  private isPlain: boolean | undefined = undefined;

  constructor(options: ClassOptions) {
    super(options.metaclass ?? options.bases[0]?.cls);
    this.name = options.name;
    this.qualname = options.qualname ?? options.name;
    this.module = options.module ?? "builtins";
    this.bases = options.bases;
    this.mro = [this, ...(options.mro ?? options.bases[0]?.mro ?? []).filter((c) => c !== this)];
    const solids = options.bases.map((b) => b.solid);
    const deepest = solids.reduce<PyClass | undefined>((best, s) => (!best || s.isSubclassOf(best) ? s : best), undefined);
    this.allocate = options.allocate ?? deepest?.allocate ?? plainObject;
    this.solid = !deepest || options.allocate ? this : deepest;
    this.open = options.open ?? options.bases.some((b) => b.open);
    this.isMutable = options.isMutable ?? false;
    this.isFinal = options.isFinal ?? false;
    for (const base of options.bases) if (base.isMutable) base.subclasses.add(this);
  }

  /** What the class or the nearest base has under a name, unbound. */
  lookup(name: string): Value | undefined {
    const known = this.found.get(name);
    if (known !== undefined || this.found.has(name)) return known;
    let value: Value | undefined;
    for (const cls of this.mro) {
      value = cls.dict.get(name);
      if (value !== undefined) break;
    }
    this.found.set(name, value);
    return value;
  }

  /** What a class after `before` in this class's order has under a name: what `super()` finds. */
  lookupAfter(before: PyClass, name: string): Value | undefined {
    for (let at = this.mro.indexOf(before) + 1; at < this.mro.length; at++) {
      const value = this.mro[at]?.dict.get(name);
      if (value !== undefined) return value;
    }
    return undefined;
  }

  /** Sets or (without a value) removes an entry of the class, for it and all that derive from it. */
  define(name: string, value: Value | undefined): void {
    if (value === undefined) this.dict.delete(name);
    else this.dict.set(name, value);
    this.forget(name);
  }

  /**
   * Whether attributes of instances are looked up as `object` does it: no class on the way has a `__getattribute__`.
   */
  get hasPlainAttributes(): boolean {
    this.isPlain ??= this.mro.every((c) => c.bases.length === 0 || !c.dict.has("__getattribute__"));
    return this.isPlain;
  }

  private forget(name: string): void {
    this.found.delete(name);
    this.isPlain = undefined;
    for (const cls of this.subclasses) cls.forget(name);
  }

  /** Says how instances are held; for built-in classes, whose holders are defined after them. */
  holdBy(allocate: (cls: PyClass) => PyObject): void {
    this.allocate = allocate;
    this.solid = this;
  }

  isSubclassOf(other: PyClass): boolean {
    return this === other || this.mro.includes(other);
  }
}

function plainObject(cls: PyClass): PyObject {
  return new PyObject(cls);
}

/** A variable that an inner function shares with the one around it. */
export class Cell {
  constructor(public value: Value | undefined) {}
}

/** A host object that represents something else: two are equal, and one key of a dict, if they hold the same. */
export abstract class PyHost extends PyObject {
  /** Identifies its content: the object itself, unless several have the same content. */
  get key(): unknown {
    return this;
  }
}
