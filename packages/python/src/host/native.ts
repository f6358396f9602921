/**
 * How a host gives functions, classes and modules to a program. Signatures are Python's, so that wrong arguments are
 * refused as there.
 */
import { bindArguments, type Callee } from "../core/binding.ts";
import { hostFunctionClass, objectClass, typeClass } from "../model/classes.ts";
import { PyFloat } from "../model/containers.ts";
import { PyBuiltin, PyClassMethod, PyGetSet, PyProperty, PyStaticMethod } from "../model/functions.ts";
import { PyModule } from "../model/module.ts";
import type { Runtime } from "../model/runtime.ts";
import { type Keywords, PyClass, type PyObject, type Value } from "../model/value.ts";

/** The body of a function: a value a parameter, in order; `*args` is a tuple and `**kwargs` a dict. */
export type Body = (m: Runtime, ...args: Value[]) => Value;

/**
 * A function of the host. The signature is written as in Python, `"x, y=None, *args, key='a', **options"`, with
 * defaults that are None, True, False, numbers or strings.
 */
export function hostFunction(name: string, signature: string, body: Body): PyBuiltin {
  return define(name, signature, body, false);
}

/** Makes a function of the host one of a module in Python, as programs see it. */
export function asFunctionOf(module: string, callee: PyBuiltin): void {
  callee.cls = hostFunctionClass;
  callee.module = module;
}

/** A method of a host class; its signature begins with `self`. */
export function hostMethod(name: string, signature: string, body: Body): PyBuiltin {
  return define(name, signature, body, true);
}

function define(name: string, signature: string, body: Body, isMethod: boolean): PyBuiltin {
  const { parameters, defaults, keywordDefaults } = readSignature(signature);
  const count = parameters.names.length;
  const isSimple = count === parameters.positional;
  const callee: { -readonly [K in keyof Callee]: Callee[K] } = { qualname: name, parameters, defaults, keywordDefaults };
  const call = (m: Runtime, args: readonly Value[], keywords: Keywords | undefined): Value => {
    if (isSimple && keywords === undefined && args.length === count) return body(m, ...args);
    const slots: (Value | undefined)[] = new Array(count);
    callee.qualname = made.qualname;
    bindArguments(callee, args, keywords, slots);
    return body(m, ...slots.map((v) => v ?? null));
  };
  const made = new PyBuiltin(name, call, { isMethod, signature: `(${signature})` });
  return made;
}

/** An attribute of the host's objects. */
export function hostAttribute<T extends PyObject>(
  name: string,
  holder: abstract new (...args: never[]) => T,
  get: (self: T, m: Runtime) => Value | undefined,
  set?: (self: T, value: Value | undefined, m: Runtime) => void,
): PyGetSet {
  return new PyGetSet(
    name,
    (m, self) => (self instanceof holder ? get(self, m) : undefined),
    set && ((m, self, value) => (self instanceof holder ? set(self, value, m) : undefined)),
  );
}

export interface HostClassOptions {
  readonly name: string;
  readonly module: string;
  readonly bases?: readonly PyClass[];
  readonly doc?: string;
  /**
   * Makes the object that `__init__` then gets: an instance of a subclass of `PyObject` that holds what the host needs.
   */
  readonly allocate?: (cls: PyClass) => PyObject;
  /** Makes the object from the arguments of a call of the class, as `__new__`. */
  readonly construct?: (m: Runtime, cls: PyClass, args: readonly Value[], keywords: Keywords | undefined) => Value;
  /** Methods (`hostMethod`), attributes (`hostAttribute`) and anything else that the class has, by name. */
  readonly members?: Readonly<Record<string, Value>>;
  /** Whether instances take any attribute. Instances of classes of the file that derive from it always do. */
  readonly open?: boolean;
  /** Whether a program may set attributes of the class. */
  readonly isMutable?: boolean;
}

/** A class of the host, which classes of the file can derive from. */
export function hostClass(options: HostClassOptions): PyClass {
  const { construct, members = {}, doc, bases = [objectClass], ...rest } = options;
  const cls = new PyClass({ ...rest, bases, metaclass: bases[0]?.cls ?? typeClass, mro: mergedOrder(bases) });
  cls.define("__doc__", doc ?? null);
  cls.define("__module__", options.module);
  if (construct) {
    const make = new PyBuiltin("__new__", (m, [made, ...args], keywords) => {
      if (!(made instanceof PyClass)) throw new Error("A class is made without a class.");
      return construct(m, made, args, keywords);
    });
    cls.define("__new__", new PyStaticMethod(make));
  }
  for (const [name, value] of Object.entries(members)) {
    if (value instanceof PyBuiltin) value.qualname = `${options.name}.${value.name}`;
    cls.define(name, value);
  }
  return cls;
}

/** The order of look-up of classes with several bases, each of which has its own (C3). Throws where there is none. */
export function mergedOrder(bases: readonly PyClass[]): readonly PyClass[] {
  const rows = [...bases.map((b) => [...b.mro]), [...bases]];
  const order: PyClass[] = [];
  for (;;) {
    const left = rows.filter((row) => row.length > 0);
    if (left.length === 0) return order;
    const next = left.map((row) => row[0]).find((head) => head && left.every((row) => row.indexOf(head) < 1));
    if (!next) throw new InconsistentOrder();
    order.push(next);
    for (const row of rows) if (row[0] === next) row.shift();
  }
}

export class InconsistentOrder extends Error {}

export function staticMethod(callee: Value): PyStaticMethod {
  return new PyStaticMethod(callee);
}

export function classMethod(callee: Value): PyClassMethod {
  return new PyClassMethod(callee);
}

/** A property whose getter is a function of one argument. */
export function hostProperty(name: string, get: (m: Runtime, self: Value) => Value): PyProperty {
  const made = new PyProperty(hostMethod(name, "self", get), null, null);
  made.name = name;
  return made;
}

/** A module of the host; `lazy` makes attributes when they are asked for, which are then kept. */
export function hostModule(
  name: string,
  members: Readonly<Record<string, Value>>,
  lazy?: (m: Runtime, name: string) => Value | undefined,
): PyModule {
  const made = new PyModule(name, lazy ? { lazy } : {});
  for (const [key, value] of Object.entries(members)) made.names.set(key, value);
  return made;
}

function readSignature(text: string): Omit<Callee, "qualname"> {
  const names: string[] = [];
  const defaults: Value[] = [];
  const keywordDefaults = new Map<string, Value>();
  let positional = 0;
  let positionalOnly = 0;
  let keywordOnly = 0;
  let hasRest = false;
  let hasKeywords = false;
  let afterStar = false;
  for (const part of text.split(",").map((p) => p.trim())) {
    if (part === "") continue;
    const [name = "", value] = part.split("=").map((p) => p.trim());
    if (part === "/") positionalOnly = names.length;
    else if (part === "*") afterStar = true;
    else if (part.startsWith("**")) {
      names.push(part.slice(2));
      hasKeywords = true;
    } else if (part.startsWith("*")) {
      names.push(part.slice(1));
      hasRest = true;
      afterStar = true;
    } else {
      names.push(name);
      if (afterStar) keywordOnly++;
      else positional++;
      if (value === undefined) continue;
      if (afterStar) keywordDefaults.set(name, literal(value));
      else defaults.push(literal(value));
    }
  }
  return { parameters: { names, positional, positionalOnly, keywordOnly, hasRest, hasKeywords }, defaults, keywordDefaults };
}

function literal(text: string): Value {
  if (text === "None") return null;
  if (text === "True" || text === "False") return text === "True";
  if (/^['"]/.test(text)) return text.slice(1, -1);
  if (/^-?\d+$/.test(text)) return Number(text);
  if (/^-?(?:\d+(?:\.\d+)?|\.\d+)(?:e[+-]?\d+)?$/.test(text)) return new PyFloat(Number(text));
  throw new Error(`A signature has the default ${text}.`);
}
