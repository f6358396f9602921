/** Expressions to closures. */
import { tableSet } from "../core/equality.ts";
import { format } from "../core/formatting.ts";
import { collect } from "../core/iteration.ts";
import { call, classOf, getAttribute, typeName } from "../core/protocol.ts";
import { asciiText, repr, str } from "../core/representation.ts";
import { addAll } from "../core/sets.ts";
import { getItem } from "../core/subscripts.ts";
import { ellipsis, PyBytes, PyFloat, PyList, PySlice, PyTuple } from "../model/containers.ts";
import { raised, typeError } from "../model/exceptions.ts";
import { claim, type Frame, type Runtime } from "../model/runtime.ts";
import { PyDict, PySet, type Table } from "../model/table.ts";
import type { Value } from "../model/value.ts";
import type { DictItem, Expression, Joined } from "../syntax/ast.ts";
import { compileArguments, compileCall } from "./calls.ts";
import { compileComprehension } from "./comprehensions.ts";
import { compileName } from "./names.ts";
import { compileBinary, compileBool, compileCompare, compileUnary, condition } from "./operators.ts";
import type { Run, Unit } from "./unit.ts";

function setOf(m: Runtime, from: Value): PySet {
  const made = new PySet();
  addAll(m, made.table, from);
  return made;
}

/** A constant of the text, with its sign. */
function isConstant(e: Expression): boolean {
  return e.kind === "Constant" || (e.kind === "Unary" && e.operand.kind === "Constant");
}

export function compileExpression(unit: Unit, e: Expression): Run {
  switch (e.kind) {
    case "Constant": {
      const { value } = e;
      return () => value;
    }
    case "Float": {
      const value = new PyFloat(e.value);
      return () => value;
    }
    case "Bytes": {
      const value = new PyBytes(e.value);
      return () => value;
    }
    case "Ellipsis":
      return () => ellipsis;
    case "Name":
      return compileName(unit, e);
    case "Attribute":
      return compileAttribute(unit, e);
    case "Subscript":
      return compileSubscript(unit, e);
    case "Call":
      return compileCall(unit, e);
    case "Binary":
      return compileBinary(unit, e);
    case "Unary":
      return compileUnary(unit, e);
    case "Bool":
      return compileBool(unit, e);
    case "Compare":
      return compileCompare(unit, e);
    case "If": {
      const test = condition(unit, e.test);
      const body = unit.expression(e.body);
      const otherwise = unit.expression(e.otherwise);
      return (f) => (test(f) ? body(f) : otherwise(f));
    }
    case "Lambda":
      return unit.functionOf(e);
    case "List": {
      const items = compileArguments(unit, e.items);
      return (f) => {
        claim(f.m, 64);
        return new PyList(items(f));
      };
    }
    case "Tuple": {
      const items = compileArguments(unit, e.items);
      return (f) => {
        claim(f.m, 64);
        return new PyTuple(items(f));
      };
    }
    case "Set": {
      const items = compileArguments(unit, e.items);
      // CPython makes a frozenset of several constants, then another one of that, and then the set.
      const times = e.items.length > 2 && e.items.every(isConstant) ? 2 : 0;
      return (f) => {
        claim(f.m, 192);
        let made = setOf(f.m, new PyTuple(items(f)));
        for (let i = 0; i < times; i++) made = setOf(f.m, i === 0 ? new PyTuple(collect(f.m, made)) : made);
        return made;
      };
    }
    case "Dict":
      return compileDict(unit, e.items);
    case "ListComp":
    case "SetComp":
    case "DictComp":
    case "Generator":
      return compileComprehension(unit, e);
    case "Slice":
      return compileSlice(unit, e);
    case "Joined":
      return compileJoined(unit, e);
    case "Walrus": {
      const run = unit.expression(e.value);
      const store = unit.store(e.target);
      return (f) => {
        const value = run(f);
        store(f, value);
        return value;
      };
    }
    case "Kept":
      return (f) => f.slots[e.slot] ?? null;
    case "Starred":
      throw new Error("What is starred is compiled by what is around it.");
    case "Yield":
    case "YieldFrom":
      return () => {
        throw raised("SyntaxError", "'yield' is not supported in this place");
      };
  }
}

function compileAttribute(unit: Unit, e: Extract<Expression, { kind: "Attribute" }>): Run {
  const object = unit.expression(e.value);
  const name = unit.scope.mangled(e.name);
  const { line } = e;
  return (f) => {
    const value = object(f);
    f.line = line;
    return getAttribute(f.m, value, name);
  };
}

function compileSubscript(unit: Unit, e: Extract<Expression, { kind: "Subscript" }>): Run {
  const object = unit.expression(e.value);
  const at = unit.expression(e.index);
  const { line } = e;
  return (f) => {
    const value = object(f);
    const index = at(f);
    f.line = line;
    return getItem(f.m, value, index);
  };
}

function compileSlice(unit: Unit, { lower, upper, step }: Extract<Expression, { kind: "Slice" }>): Run {
  const nothing: Run = () => null;
  const [a, b, c] = [lower, upper, step].map((part) => (part ? unit.expression(part) : nothing));
  return (f) => new PySlice((a ?? nothing)(f), (b ?? nothing)(f), (c ?? nothing)(f));
}

function compileDict(unit: Unit, items: readonly DictItem[]): Run {
  const parts = items.map(({ key, value }) => ({ key: key && unit.expression(key), value: unit.expression(value) }));
  return (f) => {
    claim(f.m, 192);
    const made = new PyDict();
    for (const { key, value } of parts) {
      if (key) {
        const k = key(f);
        tableSet(f.m, made.table, k, value(f));
      } else mergeInto(f, made.table, value(f));
    }
    return made;
  };
}

function mergeInto(f: Frame, table: Table, value: Value): void {
  if (value instanceof PyDict) {
    for (const { key, value: item } of value.table.list()) tableSet(f.m, table, key, item);
    return;
  }
  if (classOf(value).lookup("keys") === undefined) throw typeError(`'${typeName(value)}' object is not a mapping`);
  for (const key of collect(f.m, call(f.m, getAttribute(f.m, value, "keys"), []))) {
    tableSet(f.m, table, key, getItem(f.m, value, key));
  }
}

function compileJoined(unit: Unit, { parts }: Joined): Run {
  const runs = parts.map((part): ((f: Frame) => string) => {
    if (typeof part === "string") return () => part;
    const value = unit.expression(part.value);
    const spec = part.format ? unit.expression(part.format) : undefined;
    const { conversion, line } = part;
    return (f) => {
      const given = value(f);
      f.line = line;
      const text = spec?.(f) ?? "";
      if (conversion === undefined) return format(f.m, given, String(text));
      const converted = conversion === "s" ? str(f.m, given) : conversion === "r" ? repr(f.m, given) : asciiText(repr(f.m, given));
      return format(f.m, converted, String(text));
    };
  });
  return (f) => {
    let text = "";
    for (const run of runs) text += run(f);
    if (text.length > 64) claim(f.m, text.length);
    return text;
  };
}
