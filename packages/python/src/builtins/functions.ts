/** The built-in functions. */
import { binary } from "../core/binary.ts";
import { compare, equals, truth } from "../core/equality.ts";
import { format } from "../core/formatting.ts";
import { hash, identity } from "../core/hashing.ts";
import { collect, each, iterate, PyIterator, reversed, UserIterator, untilSentinel } from "../core/iteration.ts";
import { addInts, digitsOf, type Int, index, intOf, powerModulo, textOf } from "../core/numbers.ts";
import {
  attributeNames,
  attributeOr,
  call,
  callSpecial,
  classOf,
  findAttribute,
  getAttribute,
  isCallable,
  setAttribute,
  typeName,
} from "../core/protocol.ts";
import { asciiText, repr, str } from "../core/representation.ts";
import { sorted } from "../core/sorting.ts";
import { lengthOf } from "../core/subscripts.ts";
import { dictClass, typeClass } from "../model/classes.ts";
import { notImplemented, PyList, PyTuple } from "../model/containers.ts";
import { raised, typeError, unavailable, valueError } from "../model/exceptions.ts";
import type { PyBuiltin } from "../model/functions.ts";
import type { Runtime } from "../model/runtime.ts";
import { AttributeTable, PyDict } from "../model/table.ts";
import { PyUnion } from "../model/union.ts";
import { type Keywords, PyClass, PyObject, type Value } from "../model/value.ts";
import { write } from "../modules/output.ts";
import { builtin, variadic } from "../types/define.ts";
import { divmod } from "../types/numbers.ts";
import { evalBuiltin, localNames } from "./scopes.ts";

const any = { least: 0, most: Number.MAX_SAFE_INTEGER };

/** `isinstance(value, cls)`. */
function isInstanceOf(m: Runtime, value: Value, cls: Value): boolean {
  if (cls instanceof PyTuple) return cls.items.some((one) => isInstanceOf(m, value, one));
  if (cls instanceof PyUnion) return cls.members.some((one) => (one === null ? value === null : isInstanceOf(m, value, one)));
  if (cls instanceof PyClass) {
    if (classOf(value).isSubclassOf(cls)) return true;
    if (value instanceof PyObject) value.classAsked();
    const hook = cls.cls === typeClass ? undefined : cls.cls.lookup("__instancecheck__");
    if (hook !== undefined && hook !== typeClass.lookup("__instancecheck__"))
      return truth(m, callSpecial(m, cls, "__instancecheck__", [value]) ?? false);
    return false;
  }
  const answer = cls instanceof PyObject ? callSpecial(m, cls, "__instancecheck__", [value]) : undefined;
  if (answer === undefined) throw typeError("isinstance() arg 2 must be a type, a tuple of types, or a union");
  return truth(m, answer);
}

function isSubclassOf(m: Runtime, value: Value, cls: Value): boolean {
  if (!(value instanceof PyClass)) {
    if (value instanceof PyObject) value.classAsked();
    throw typeError("issubclass() arg 1 must be a class");
  }
  if (cls instanceof PyTuple) return cls.items.some((one) => isSubclassOf(m, value, one));
  if (cls instanceof PyUnion) return cls.members.some((one) => isSubclassOf(m, value, one));
  if (cls instanceof PyClass) {
    const hook = cls.cls === typeClass ? undefined : cls.cls.lookup("__subclasscheck__");
    if (hook !== undefined && hook !== typeClass.lookup("__subclasscheck__"))
      return truth(m, callSpecial(m, cls, "__subclasscheck__", [value]) ?? false);
    return value.isSubclassOf(cls);
  }
  const answer = cls instanceof PyObject ? callSpecial(m, cls, "__subclasscheck__", [value]) : undefined;
  if (answer === undefined) throw typeError("issubclass() arg 2 must be a class, a tuple of classes, or a union");
  return truth(m, answer);
}

/** `next(iterator)`; undefined at the end. */
function advance(m: Runtime, iterator: Value): Value | undefined {
  if (iterator instanceof PyIterator) return iterator.next(m);
  const answer = classOf(iterator).lookup("__next__");
  if (answer === undefined) throw typeError(`'${typeName(iterator)}' object is not an iterator`);
  return new UserIterator(iterator, answer).next(m);
}

/** The smallest or largest, by `key`. */
function extreme(name: "min" | "max"): PyBuiltin {
  return variadic(name, (m, args, keywords) => {
    for (const key of keywords?.keys() ?? []) {
      if (key !== "key" && key !== "default") throw typeError(`'${key}' is an invalid keyword argument for ${name}()`);
    }
    const [only] = args;
    if (only === undefined) throw typeError(`${name} expected at least 1 argument, got 0`);
    const otherwise = keywords?.get("default");
    if (args.length > 1 && otherwise !== undefined) {
      throw typeError(`Cannot specify a default for ${name}() with multiple positional arguments`);
    }
    const key = keywords?.get("key") ?? null;
    let best: Value | undefined;
    let bestKey: Value = null;
    each(m, args.length > 1 ? new PyTuple(args) : only, (item) => {
      const itemKey = key === null ? item : call(m, key, [item]);
      const isBetter = best === undefined || truth(m, compare(m, name === "min" ? "<" : ">", itemKey, bestKey));
      if (isBetter) [best, bestKey] = [item, itemKey];
      return true;
    });
    if (best !== undefined) return best;
    if (otherwise !== undefined) return otherwise;
    throw valueError(`${name}() arg is an empty sequence`);
  });
}

/** `round(value, places)`. */
function round(m: Runtime, value: Value, places: Value | undefined): Value {
  const answer = callSpecial(m, value, "__round__", places === undefined || places === null ? [] : [places]);
  if (answer === undefined) throw typeError(`type ${typeName(value)} doesn't define __round__ method`);
  return answer;
}

/** `sum(values, start)`: floats are added as they come. */
function sum(m: Runtime, values: Value, start: Value): Value {
  if (textOf(start) !== undefined) throw typeError("sum() can't sum strings [use ''.join(seq) instead]");
  let total = start;
  each(m, values, (item) => {
    total = typeof total === "number" && typeof item === "number" ? addInts(total, item) : binary(m, "+", total, item);
    return true;
  });
  return total;
}

function radix(name: string, base: number, prefix: string): PyBuiltin {
  return builtin(name, 1, (m, [value]) => {
    const int = index(m, value ?? null);
    return `${int < 0 ? "-" : ""}${prefix}${digitsOf(m, int < 0 ? -int : int, base)}`;
  });
}

/** What is printed, without its end. */
function printed(m: Runtime, args: readonly Value[], keywords: Keywords | undefined): null {
  const given = (name: string, otherwise: string): string => {
    const value = keywords?.get(name) ?? null;
    if (value === null) return otherwise;
    const text = textOf(value);
    if (text === undefined) throw typeError(`${name} must be None or a string, not ${typeName(value)}`);
    return text;
  };
  for (const key of keywords?.keys() ?? []) {
    if (!["sep", "end", "file", "flush"].includes(key)) throw typeError(`'${key}' is an invalid keyword argument for print()`);
  }
  write(m, args.map((a) => str(m, a)).join(given("sep", " ")) + given("end", "\n"), keywords?.get("file") ?? null);
  return null;
}

function power(m: Runtime, base: Value, exponent: Value, modulus: Value | undefined): Value {
  if (modulus === undefined || modulus === null) return binary(m, "**", base, exponent);
  const parts = [base, exponent, modulus].map((v) => intOf(v));
  const [a, b, n] = parts;
  if (a === undefined || b === undefined || n === undefined) {
    throw typeError("pow() 3rd argument not allowed unless all arguments are integers");
  }
  return powerModulo(m, a, b, n);
}

function nameOf(value: Value | undefined, where: string): string {
  const text = textOf(value ?? null);
  if (text === undefined) throw typeError(`${where}attribute name must be string, not '${typeName(value ?? null)}'`);
  return text;
}

/** Functions that reach beyond the file. */
const refused: readonly (readonly [name: string, why: string])[] = [
  ["open", "files can't be opened"],
  ["input", "nothing can be typed in"],
  ["exec", "text can't be run"],
  ["compile", "text can't be compiled"],
  ["breakpoint", "there is no debugger"],
];

function reading(): PyBuiltin[] {
  return [
    builtin("len", 1, (m, [value]) => lengthOf(m, value ?? null)),
    builtin("repr", 1, (m, [value]) => repr(m, value ?? null)),
    builtin("ascii", 1, (m, [value]) => asciiText(repr(m, value ?? null))),
    builtin("format", { least: 1, most: 2 }, (m, [value, spec]) => {
      const text = textOf(spec ?? "");
      if (text === undefined) throw typeError(`format() argument 2 must be str, not ${typeName(spec ?? null)}`);
      return format(m, value ?? null, text);
    }),
    builtin("hash", 1, (m, [value]) => hash(m, value ?? null)),
    builtin("id", 1, (_m, [value]) => identity(value ?? null)),
    builtin("callable", 1, (_m, [value]) => isCallable(value ?? null)),
    builtin("isinstance", 2, (m, [value, cls]) => isInstanceOf(m, value ?? null, cls ?? null)),
    builtin("issubclass", 2, (m, [value, cls]) => isSubclassOf(m, value ?? null, cls ?? null)),
    builtin("getattr", { least: 2, most: 3 }, (m, [object, name, otherwise]) => {
      const key = nameOf(name, "");
      if (otherwise === undefined) return getAttribute(m, object ?? null, key);
      const value = attributeOr(m, object ?? null, key);
      return value === undefined ? otherwise : value;
    }),
    builtin("hasattr", 2, (m, [object, name]) => attributeOr(m, object ?? null, nameOf(name, "")) !== undefined),
    builtin("setattr", 3, (m, [object, name, value]) => {
      setAttribute(m, object ?? null, nameOf(name, ""), value ?? null);
      return null;
    }),
    builtin("delattr", 2, (m, [object, name]) => {
      setAttribute(m, object ?? null, nameOf(name, ""), undefined);
      return null;
    }),
    builtin("vars", { least: 0, most: 1 }, (m, [object]) => {
      if (object === undefined) return localNames(m);
      const dict = findAttribute(m, object, "__dict__");
      if (dict === undefined) throw typeError("vars() argument must have __dict__ attribute");
      return dict;
    }),
    builtin("dir", { least: 0, most: 1 }, (m, [object]) => {
      if (object === undefined) return new PyList([...(m.frame?.names ?? m.frame?.globals ?? new Map()).keys()].sort());
      const own = callSpecial(m, object, "__dir__", []);
      return own === undefined || object instanceof PyClass
        ? new PyList(attributeNames(object))
        : new PyList(sorted(m, collect(m, own), null, false));
    }),
    builtin("globals", 0, (m) => new PyDict(dictClass, new AttributeTable(m.frame?.globals ?? new Map()))),
    builtin("locals", 0, (m) => localNames(m)),
    evalBuiltin,
  ];
}

function iterating(): PyBuiltin[] {
  return [
    builtin("iter", { least: 1, most: 2 }, (m, [value, sentinel]) => {
      if (sentinel !== undefined) {
        if (!isCallable(value ?? null)) throw typeError("iter(v, w): v must be callable");
        return untilSentinel(value ?? null, (n, item) => equals(n, item, sentinel));
      }
      const made = iterate(m, value ?? null);
      return made instanceof UserIterator ? made.target : made;
    }),
    builtin("next", { least: 1, most: 2 }, (m, [iterator, otherwise]) => {
      if (otherwise === undefined && !(iterator instanceof PyIterator)) {
        const answer = callSpecial(m, iterator ?? null, "__next__", []);
        if (answer === undefined) throw typeError(`'${typeName(iterator ?? null)}' object is not an iterator`);
        return answer;
      }
      const value = advance(m, iterator ?? null);
      if (value !== undefined) return value;
      if (otherwise !== undefined) return otherwise;
      return callSpecial(m, iterator ?? null, "__next__", []) ?? null;
    }),
    builtin("reversed", 1, (m, [value]) => reversed(m, value ?? null, (v) => lengthOf(m, v))),
    builtin(
      "sorted",
      { least: 1, most: 1, names: ["iterable", "key", "reverse"] },
      (m, [values, key, isReversed]) =>
        new PyList(sorted(m, collect(m, values ?? null), key ?? null, isReversed !== undefined && truth(m, isReversed))),
    ),
    extreme("min"),
    extreme("max"),
    builtin("sum", { least: 1, most: 2, names: ["iterable", "start"] }, (m, [values, start]) => sum(m, values ?? null, start ?? 0)),
    builtin("any", 1, (m, [values]) => {
      let isFound = false;
      each(m, values ?? null, (item) => {
        isFound = truth(m, item);
        return !isFound;
      });
      return isFound;
    }),
    builtin("all", 1, (m, [values]) => {
      let areAll = true;
      each(m, values ?? null, (item) => {
        areAll = truth(m, item);
        return areAll;
      });
      return areAll;
    }),
  ];
}

function numeric(): PyBuiltin[] {
  return [
    builtin("abs", 1, (m, [value]) => {
      const answer = callSpecial(m, value ?? null, "__abs__", []);
      if (answer === undefined) throw typeError(`bad operand type for abs(): '${typeName(value ?? null)}'`);
      return answer;
    }),
    builtin("round", { least: 1, most: 2, names: ["number", "ndigits"] }, (m, [value, places]) => round(m, value ?? null, places)),
    builtin("divmod", 2, (m, [a, b]) => {
      const known = divmod(m, a ?? null, b ?? null);
      if (known) return known;
      const isKnown = (value: Value | undefined) => value !== undefined && value !== notImplemented;
      const own = callSpecial(m, a ?? null, "__divmod__", [b ?? null]);
      const answer = isKnown(own) ? own : callSpecial(m, b ?? null, "__rdivmod__", [a ?? null]);
      if (answer === undefined || !isKnown(answer)) {
        throw typeError(`unsupported operand type(s) for divmod(): '${typeName(a ?? null)}' and '${typeName(b ?? null)}'`);
      }
      return answer;
    }),
    builtin("pow", { least: 2, most: 3, names: ["base", "exp", "mod"] }, (m, [a, b, n]) => power(m, a ?? null, b ?? null, n)),
    builtin("chr", 1, (m, [value]) => {
      const point: Int = index(m, value ?? null);
      if (point < -(2 ** 31) || point >= 2 ** 31) throw raised("OverflowError", "Python int too large to convert to C int");
      if (point < 0 || point > 0x10ffff) throw valueError("chr() arg not in range(0x110000)");
      return String.fromCodePoint(Number(point));
    }),
    builtin("ord", 1, (_m, [value]) => {
      const text = textOf(value ?? null);
      if (text === undefined) throw typeError(`ord() expected string of length 1, but ${typeName(value ?? null)} found`);
      const points = [...text];
      if (points.length !== 1) throw typeError(`ord() expected a character, but string of length ${points.length} found`);
      return text.codePointAt(0) ?? 0;
    }),
    radix("bin", 2, "0b"),
    radix("oct", 8, "0o"),
    radix("hex", 16, "0x"),
  ];
}

/** All functions by name. */
export function builtinFunctions(): readonly PyBuiltin[] {
  return [
    ...reading(),
    ...iterating(),
    ...numeric(),
    variadic("print", printed),
    variadic("__build_class__", () => {
      throw raised("RuntimeError", "__build_class__ can't be called here");
    }),
    builtin("__import__", { least: 1, most: 5, names: ["name", "globals", "locals", "fromlist", "level"] }, (m, [given, , , list]) => {
      const name = textOf(given ?? null);
      if (name === undefined) throw typeError(`__import__() argument 1 must be str, not ${typeName(given ?? null)}`);
      const module = m.importModule(name, { isGuarded: true });
      const hasList = list !== undefined && truth(m, list);
      return hasList || !name.includes(".") ? module : m.importModule(name.split(".")[0] ?? name, { isGuarded: true });
    }),
    ...refused.map(([name, why]) =>
      builtin(name, any, () => {
        throw unavailable(`${name}() is`, `: ${why}`);
      }),
    ),
  ];
}
