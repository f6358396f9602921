/** The `match` statement. */
import { equals, tableGet, truth } from "../core/equality.ts";
import { collect } from "../core/iteration.ts";
import { textOf } from "../core/numbers.ts";
import { attributeOr, call, callMethod, callSpecial, isInstance } from "../core/protocol.ts";
import {
  boolClass,
  bytesClass,
  dictClass,
  floatClass,
  frozensetClass,
  intClass,
  listClass,
  objectClass,
  setClass,
  strClass,
  tupleClass,
} from "../model/classes.ts";
import { PyBytes, PyList, PyRange, PyTuple } from "../model/containers.ts";
import { typeError } from "../model/exceptions.ts";
import type { Frame, Runtime } from "../model/runtime.ts";
import { PyDict } from "../model/table.ts";
import { PyClass, PyObject, type Value } from "../model/value.ts";
import type { MatchCase, Pattern, Statement } from "../syntax/ast.ts";
import { storeName } from "./names.ts";
import { condition } from "./operators.ts";
import { type Exec, proceeds, type Unit } from "./unit.ts";

type Test = (f: Frame, value: Value) => boolean;

/** Whether a case is the one for a value: its pattern, then its guard. */
export function compileCase(unit: Unit, { pattern, guard }: MatchCase): Test {
  const test = compilePattern(unit, pattern);
  const holds = guard && condition(unit, guard);
  const { line } = pattern;
  return (f, value) => {
    f.line = line;
    return test(f, value) && (!holds || holds(f));
  };
}

export function compileMatch(unit: Unit, s: Extract<Statement, { kind: "Match" }>): Exec {
  const subject = unit.expression(s.subject);
  const cases = s.cases.map((one) => ({ isFor: compileCase(unit, one), body: unit.block(one.body) }));
  const { line } = s;
  return (f) => {
    f.line = line;
    const value = subject(f);
    for (const { isFor, body } of cases) if (isFor(f, value)) return body(f);
    return proceeds;
  };
}

function compilePattern(unit: Unit, p: Pattern): Test {
  switch (p.kind) {
    case "Value": {
      const run = unit.expression(p.value);
      return (f, value) => equals(f.m, value, run(f));
    }
    case "Singleton":
      return (_f, value) => value === p.value;
    case "Capture": {
      const inner = p.pattern && compilePattern(unit, p.pattern);
      const store = p.name === undefined ? undefined : storeName(unit, p.name);
      return (f, value) => {
        if (inner && !inner(f, value)) return false;
        store?.(f, value);
        return true;
      };
    }
    case "Or": {
      const tests = p.patterns.map((one) => compilePattern(unit, one));
      return (f, value) => tests.some((test) => test(f, value));
    }
    case "Sequence":
      return compileSequence(unit, p.items);
    case "Star":
      throw new Error("A starred pattern is compiled by its sequence.");
    case "Mapping":
      return compileMapping(unit, p);
    case "Class":
      return compileClassPattern(unit, p);
  }
}

/** Whether a value is of an abstract class of `collections.abc`. */
function isOf(m: Runtime, value: Value, name: string): boolean {
  if (!(value instanceof PyObject)) return false;
  const cls = attributeOr(m, m.importModule("collections.abc", { isGuarded: true }), name) ?? null;
  return truth(m, callSpecial(m, cls, "__instancecheck__", [value]) ?? false);
}

function compileSequence(unit: Unit, items: readonly Pattern[]): Test {
  const star = items.findIndex((i) => i.kind === "Star");
  const tests = items.map((item) => {
    if (item.kind !== "Star") return compilePattern(unit, item);
    const store = item.name === undefined ? undefined : storeName(unit, item.name);
    return (f: Frame, value: Value) => {
      store?.(f, value);
      return true;
    };
  });
  return (f, value) => {
    const isPlain = value instanceof PyList || value instanceof PyTuple || value instanceof PyRange;
    if (!isPlain && (textOf(value) !== undefined || value instanceof PyBytes || !isOf(f.m, value, "Sequence"))) return false;
    const all = collect(f.m, value);
    if (star < 0 ? all.length !== tests.length : all.length < tests.length - 1) return false;
    const after = tests.length - star - 1;
    const parts =
      star < 0 ? all : [...all.slice(0, star), new PyList(all.slice(star, all.length - after)), ...all.slice(all.length - after)];
    return tests.every((test, at) => test(f, parts[at] ?? null));
  };
}

function compileMapping(unit: Unit, p: Extract<Pattern, { kind: "Mapping" }>): Test {
  const keys = p.keys.map((k) => unit.expression(k));
  const tests = p.patterns.map((one) => compilePattern(unit, one));
  const store = p.rest === undefined ? undefined : storeName(unit, p.rest);
  return (f, value) => {
    const { m } = f;
    if (!(value instanceof PyDict) && !isOf(m, value, "Mapping")) return false;
    const found = keys.map((key) => key(f));
    const none = new PyObject(objectClass);
    for (const [at, key] of found.entries()) {
      const item = value instanceof PyDict ? (tableGet(m, value.table, key) ?? none) : callMethod(m, value, "get", [key, none]);
      if (item === none || !tests[at]?.(f, item)) return false;
    }
    if (store) {
      const rest = call(m, dictClass, [value]);
      for (const key of found) callMethod(m, rest, "pop", [key]);
      store(f, rest);
    }
    return true;
  };
}

/** Classes whose one positional pattern means the object itself. */
const whole: readonly PyClass[] = [
  boolClass,
  bytesClass,
  dictClass,
  floatClass,
  frozensetClass,
  intClass,
  listClass,
  objectClass,
  setClass,
  strClass,
  tupleClass,
];

function compileClassPattern(unit: Unit, p: Extract<Pattern, { kind: "Class" }>): Test {
  const cls = unit.expression(p.cls);
  const items = p.items.map((one) => compilePattern(unit, one));
  const named = p.named.map((one) => compilePattern(unit, one));
  return (f, value) => {
    const type = cls(f);
    if (!(type instanceof PyClass)) throw typeError("called match pattern must be a class");
    if (!isInstance(value, type) && !truth(f.m, callSpecial(f.m, type, "__instancecheck__", [value]) ?? false)) return false;
    const names = [...(items.length > 0 ? positionalNames(f, type, items.length) : []), ...p.names];
    return [...items, ...named].every((test, at) => {
      const name = names[at];
      if (name === undefined) return test(f, value);
      const part = attributeOr(f.m, value, name);
      return part !== undefined && test(f, part);
    });
  };
}

function positionalNames(f: Frame, type: PyClass, count: number): readonly (string | undefined)[] {
  if (whole.some((c) => type.isSubclassOf(c)) && attributeOr(f.m, type, "__match_args__") === undefined) {
    if (count > 1) throw typeError(`${type.name}() accepts 1 positional sub-pattern (${count} given)`);
    return [undefined];
  }
  const listed = attributeOr(f.m, type, "__match_args__");
  const names = listed === undefined ? [] : collect(f.m, listed).map(String);
  if (count > names.length) {
    throw typeError(`${type.name}() accepts ${names.length} positional sub-pattern${names.length === 1 ? "" : "s"} (${count} given)`);
  }
  return names.slice(0, count);
}
