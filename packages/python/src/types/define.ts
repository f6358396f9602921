/**
 * How built-in classes and functions are given their methods: bodies over plain arguments, with CPython's complaints
 * about their number.
 */
import { typeError } from "../model/exceptions.ts";
import { PyBuiltin, PyGetSet, PyStaticMethod } from "../model/functions.ts";
import { type Runtime, weigh } from "../model/runtime.ts";
import { type Keywords, PyClass, type PyObject, type Value } from "../model/value.ts";

/** The arguments after `self`, as given; what is missing is undefined. */
type MethodBody = (m: Runtime, self: Value, args: readonly (Value | undefined)[], keywords: Keywords | undefined) => Value;
type FunctionBody = (m: Runtime, args: readonly (Value | undefined)[], keywords: Keywords | undefined) => Value;

export interface Arity {
  readonly least: number;
  readonly most: number;
  /** Whether complaints say what it takes, as those of functions with names do. */
  readonly isCounted?: boolean;
  /** Names that can be given by keyword, at their places; `*` before those that can be given by keyword alone. */
  readonly names?: readonly string[];
}

/** Checks the number of arguments and puts keywords into their places. */
function arranged(name: string, arity: Arity, args: readonly Value[], keywords: Keywords | undefined): readonly (Value | undefined)[] {
  const { least, most, names, isCounted = names !== undefined } = arity;
  const short = name.split(".").at(-1) ?? name;
  if (keywords && keywords.size > 0 && !names) throw typeError(`${name.replace(".__init__", "")}() takes no keyword arguments`);
  if (args.length > most || (args.length < least && !keywords?.size)) {
    if (most === 0 && names) throw typeError(`${short}() takes no positional arguments`);
    if (least === most && most === 0) throw typeError(`${name}() takes no arguments (${args.length} given)`);
    if (least === most && most === 1) throw typeError(`${name}() takes exactly one argument (${args.length} given)`);
    if (least === most) throw typeError(`${short} expected ${least} arguments, got ${args.length}`);
    const isShort = args.length < least;
    const bound = `${isShort ? `at least ${least}` : `at most ${most}`} argument${(isShort ? least : most) === 1 ? "" : "s"}`;
    const isTaken = isCounted && !(isShort && names);
    throw typeError(isTaken ? `${short}() takes ${bound} (${args.length} given)` : `${short} expected ${bound}, got ${args.length}`);
  }
  if (!keywords || keywords.size === 0) return args;
  const all: (Value | undefined)[] = [...args];
  for (const [key, value] of keywords) {
    const at = names?.indexOf(key) ?? -1;
    if (at < 0) throw typeError(`'${key}' is an invalid keyword argument for ${short}()`);
    if (at < args.length) throw typeError(`argument for ${short}() given by name ('${key}') and position (${at + 1})`);
    all[at] = value;
  }
  return all;
}

const nothing: readonly Value[] = [];

/** A method: `least` to `most` arguments after `self`. */
export function method(name: string, arity: Arity | number, body: MethodBody): PyBuiltin {
  const known = typeof arity === "number" ? { least: arity, most: arity } : arity;
  const made: PyBuiltin = new PyBuiltin(
    name,
    (m, args, keywords) => {
      const self = args[0];
      if (self === undefined) throw typeError(`unbound method ${made.qualname}() needs an argument`);
      const count = args.length - 1;
      for (const arg of args) weigh(m, arg);
      const rest = count === 0 ? nothing : args.slice(1);
      if (keywords === undefined && count >= known.least && count <= known.most) return body(m, self, rest, undefined);
      return body(m, self, arranged(made.qualname, known, rest, keywords), keywords);
    },
    { isMethod: true },
  );
  return made;
}

/** A method that returns None. */
export function procedure(name: string, arity: Arity | number, body: (...given: Parameters<MethodBody>) => void): PyBuiltin {
  return method(name, arity, (m, self, args, keywords) => {
    body(m, self, args, keywords);
    return null;
  });
}

/** A built-in function. */
export function builtin(name: string, arity: Arity | number, body: FunctionBody): PyBuiltin {
  const known = typeof arity === "number" ? { least: arity, most: arity } : arity;
  return new PyBuiltin(name, (m, args, keywords) => {
    for (const arg of args) weigh(m, arg);
    if (keywords === undefined && args.length >= known.least && args.length <= known.most) return body(m, args, undefined);
    return body(m, arranged(name, known, args, keywords), keywords);
  });
}

/** Any number of arguments, as they are. */
export function variadic(name: string, body: (m: Runtime, args: readonly Value[], keywords: Keywords | undefined) => Value): PyBuiltin {
  return new PyBuiltin(name, body);
}

export function attribute(name: string, get: (m: Runtime, self: Value) => Value | undefined): PyGetSet {
  return new PyGetSet(name, get);
}

/** Attributes of one kind of objects; what is none of them has none. */
export function attributesOf<T extends PyObject>(kind: abstract new (...given: never[]) => T) {
  return (name: string, get: (self: T, m: Runtime) => Value | undefined): PyGetSet =>
    attribute(name, (m, self) => (self instanceof kind ? get(self, m) : undefined));
}

/** `__new__` of a built-in class. */
export function maker(body: (m: Runtime, cls: PyClass, args: readonly Value[], keywords: Keywords | undefined) => Value): PyStaticMethod {
  return new PyStaticMethod(
    new PyBuiltin("__new__", (m, [cls, ...args], keywords) => {
      if (!(cls instanceof PyClass)) throw typeError("__new__(X): X is not a type object");
      return body(m, cls, args, keywords);
    }),
  );
}

/** Raises where keywords are given to a class that takes none. */
export function refuseKeywords(name: string, keywords: Keywords | undefined): void {
  if (keywords && keywords.size > 0) throw typeError(`${name}() takes no keyword arguments`);
}

/** Gives a class what it has. */
export function fill(cls: PyClass, members: readonly (PyBuiltin | PyGetSet | PyStaticMethod | readonly [string, Value])[]): void {
  for (const member of members) {
    const [name, value] =
      member instanceof PyStaticMethod
        ? ["__new__", member]
        : member instanceof PyBuiltin || member instanceof PyGetSet
          ? [member.name, member]
          : member;
    if (value instanceof PyBuiltin) value.qualname = `${cls.name}.${value.name}`;
    cls.define(name, value);
  }
}
