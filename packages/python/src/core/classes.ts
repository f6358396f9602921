/** Making classes: bases to an order, names to entries, and the hooks that Python calls on the way. */
import { InconsistentOrder, mergedOrder } from "../host/native.ts";
import { dictClass, objectClass, typeClass } from "../model/classes.ts";
import { PyList, PyTuple } from "../model/containers.ts";
import { raised, typeError } from "../model/exceptions.ts";
import { PyBuiltin, PyClassMethod, PyFunction, PyGetSet, PyProperty, PyStaticMethod } from "../model/functions.ts";
import type { Runtime } from "../model/runtime.ts";
import { AttributeTable, PyDict } from "../model/table.ts";
import { type Keywords, PyClass, PyObject, type Value } from "../model/value.ts";
import { collect } from "./iteration.ts";
import { call, callBound, findAttribute, typeName } from "./protocol.ts";
import { setItem } from "./subscripts.ts";
import { PySuper } from "./super.ts";

export interface ClassParts {
  readonly name: string;
  readonly bases: readonly Value[];
  readonly names: Map<string, Value>;
  readonly metaclass: Value | undefined;
  readonly keywords: Keywords;
}

/** The head of a `class` statement: the resolved bases, and what makes the class. */
export interface ClassHead {
  readonly name: string;
  readonly bases: readonly Value[];
  readonly metaclass: Value;
  readonly keywords: Keywords;
}

export function classHead(m: Runtime, head: Omit<ClassHead, "metaclass"> & { readonly metaclass: Value | undefined }): ClassHead {
  const bases = resolveBases(m, head.bases);
  return { ...head, bases, metaclass: metaclassOf(head.metaclass, bases) };
}

/** The names of a class's body where its metaclass keeps them in a dict of its own, which may change what is set. */
class PreparedNames extends Map<string, Value> {
  constructor(
    private readonly m: Runtime,
    readonly dict: PyDict,
  ) {
    super();
  }

  override get(name: string): Value | undefined {
    return this.dict.getText(name);
  }

  override has(name: string): boolean {
    return this.get(name) !== undefined;
  }

  override set(name: string, value: Value): this {
    setItem(this.m, this.dict, name, value);
    return this;
  }

  override delete(name: string): boolean {
    return this.dict.table.deletePlain(name);
  }
}

/** Where a class's body keeps its names. */
export function preparedNames(m: Runtime, { name, bases, metaclass, keywords }: ClassHead): Map<string, Value> {
  const hook = metaclass instanceof PyObject ? findAttribute(m, metaclass, "__prepare__") : undefined;
  if (hook === undefined || hook instanceof PyBuiltin) return new Map();
  const made = call(m, hook, [name, new PyTuple(bases)], keywords);
  if (made instanceof PyDict) return new PreparedNames(m, made);
  const owner = metaclass instanceof PyClass ? metaclass.name : "<metaclass>";
  throw typeError(`${owner}.__prepare__() must return a mapping, not ${typeName(made)}`);
}

/** A class as the statement `class` makes it: by its metaclass. */
export function makeClass(m: Runtime, parts: ClassHead & { readonly names: Map<string, Value> }): Value {
  const { bases, metaclass } = parts;
  if (!(metaclass instanceof PyClass)) return call(m, metaclass, [parts.name, new PyTuple(bases), namesDict(parts.names)], parts.keywords);
  const make = metaclass.lookup("__new__");
  const isPlain = make === typeClass.lookup("__new__") && metaclass.lookup("__init__") === typeClass.lookup("__init__");
  if (isPlain && metaclass.cls === typeClass && metaclass.lookup("__call__") === typeClass.lookup("__call__")) {
    return newClass(m, { ...parts, bases, metaclass });
  }
  return call(m, metaclass, [parts.name, new PyTuple(bases), namesDict(parts.names)], parts.keywords);
}

function namesDict(names: Map<string, Value>): PyDict {
  return names instanceof PreparedNames ? names.dict : new PyDict(dictClass, new AttributeTable(names));
}

/** Bases that are not classes give their replacements by `__mro_entries__`: `Generic[T]`, `NamedTuple`. */
function resolveBases(m: Runtime, bases: readonly Value[]): Value[] {
  return bases.flatMap((base) => {
    if (base instanceof PyClass) return [base];
    const hook = base instanceof PyObject ? findAttribute(m, base, "__mro_entries__") : undefined;
    return hook === undefined ? [base] : collect(m, call(m, hook, [new PyTuple(bases)]));
  });
}

function metaclassOf(given: Value | undefined, bases: readonly Value[]): Value {
  if (given !== undefined && !(given instanceof PyClass)) return given;
  let winner = given instanceof PyClass ? given : typeClass;
  for (const base of bases) {
    const { cls } = base instanceof PyClass ? base : { cls: typeClass };
    if (cls.isSubclassOf(winner)) winner = cls;
    else if (!winner.isSubclassOf(cls)) {
      throw typeError(
        "metaclass conflict: the metaclass of a derived class must be a (non-strict) subclass of the metaclasses of all its bases",
      );
    }
  }
  return winner;
}

/** What `type.__new__` does. */
export function newClass(m: Runtime, parts: ClassParts & { readonly metaclass: PyClass }): PyClass {
  const bases = parts.bases.length === 0 ? [objectClass] : parts.bases.map((b) => asBase(b));
  const cls = buildClass(parts, bases);
  for (const [name, value] of parts.names) {
    if (name === "__qualname__" || name === "__slots__") continue;
    cls.define(name, entry(name, value));
  }
  if (!parts.names.has("__doc__")) cls.define("__doc__", null);
  if (parts.names.has("__eq__") && !parts.names.has("__hash__")) cls.define("__hash__", null);
  const slots = parts.names.get("__slots__");
  if (slots !== undefined) defineSlots(m, cls, slots);
  for (const [name, value] of parts.names) {
    const hook = value instanceof PyObject && !(value instanceof PyClass) ? value.cls.lookup("__set_name__") : undefined;
    if (hook !== undefined) callBound(m, hook, value, [cls, name]);
  }
  initSubclass(m, cls, parts.keywords);
  return cls;
}

function buildClass(parts: ClassParts & { readonly metaclass: PyClass }, bases: readonly PyClass[]): PyClass {
  const qualname = parts.names.get("__qualname__");
  const module = parts.names.get("__module__");
  const slots = parts.names.get("__slots__");
  const [first] = bases.filter((b) => b.solid !== objectClass);
  for (const base of bases) {
    if (first && !first.solid.isSubclassOf(base.solid) && !base.solid.isSubclassOf(first.solid)) {
      throw typeError("multiple bases have instance lay-out conflict");
    }
  }
  try {
    return new PyClass({
      name: parts.name,
      qualname: typeof qualname === "string" ? qualname : parts.name,
      module: typeof module === "string" ? module : "builtins",
      bases,
      mro: mergedOrder(bases),
      metaclass: parts.metaclass,
      open: slots === undefined || bases.some((b) => b.open) || hasSlot(slots, "__dict__"),
      isMutable: true,
    });
  } catch (error) {
    if (!(error instanceof InconsistentOrder)) throw error;
    throw typeError(`Cannot create a consistent method resolution\norder (MRO) for bases ${bases.map((b) => b.name).join(", ")}`);
  }
}

function asBase(base: Value): PyClass {
  if (!(base instanceof PyClass)) throw typeError("bases must be types");
  if (base.isFinal) throw typeError(`type '${base.name}' is not an acceptable base type`);
  return base;
}

/**
 * Without a decorator, `__new__` is a static method, and `__init_subclass__` and `__class_getitem__` are class methods.
 */
function entry(name: string, value: Value): Value {
  if (value instanceof PyFunction) {
    if (name === "__new__") return new PyStaticMethod(value);
    if (name === "__init_subclass__" || name === "__class_getitem__") return new PyClassMethod(value);
  }
  if (value instanceof PyProperty) value.name ??= name;
  return value;
}

function hasSlot(slots: Value, name: string): boolean {
  return slots === name || ((slots instanceof PyTuple || slots instanceof PyList) && slots.items.includes(name));
}

function defineSlots(m: Runtime, cls: PyClass, slots: Value): void {
  const names = typeof slots === "string" ? [slots] : collect(m, slots);
  for (const name of names) {
    if (typeof name !== "string") throw typeError(`__slots__ items must be strings, not '${typeName(name)}'`);
    if (name === "__dict__" || name === "__weakref__") continue;
    if (cls.dict.has(name)) throw raised("ValueError", `'${name}' in __slots__ conflicts with class variable`);
    cls.define(
      name,
      new PyGetSet(
        name,
        (_m, self) => (self instanceof PyObject ? self.attrs?.get(name) : undefined),
        (_m, self, value) => {
          if (!(self instanceof PyObject)) return;
          self.attrs ??= new Map();
          if (value !== undefined) self.attrs.set(name, value);
          else if (!self.attrs.delete(name)) throw raised("AttributeError", name);
        },
      ),
    );
  }
  cls.define("__slots__", slots);
}

function initSubclass(m: Runtime, cls: PyClass, keywords: Keywords): void {
  const next = new PySuper(cls, cls);
  call(m, next.find(m, "__init_subclass__"), [], keywords.size > 0 ? keywords : undefined);
}
