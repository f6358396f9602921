/** Calls: methods without a bound method in between, `*args` and `**kwargs`, and `super()`. */
import { collect } from "../core/iteration.ts";
import { attributeOr, call, callBound, classOf, findAttribute, getAttribute, typeName } from "../core/protocol.ts";
import { str } from "../core/representation.ts";
import { PySuper } from "../core/super.ts";
import { superClass } from "../model/classes.ts";
import { raised, typeError } from "../model/exceptions.ts";
import { PyBuiltin, PyFunction } from "../model/functions.ts";
import type { Frame, Runtime } from "../model/runtime.ts";
import { PyDict } from "../model/table.ts";
import { type Keywords, PyClass, PyObject, type Value } from "../model/value.ts";
import type { Call, Expression, Keyword } from "../syntax/ast.ts";
import type { Run, Unit } from "./unit.ts";

export function compileCall(unit: Unit, e: Call): Run {
  if (e.callee.kind === "Name" && e.callee.name === "super" && e.args.length === 0 && e.keywords.length === 0) return compileSuper(unit, e);
  const args = compileArguments(unit, e.args);
  const keywords = e.keywords.length > 0 ? compileKeywords(unit, e.keywords) : undefined;
  const { line } = e;
  if (e.callee.kind === "Attribute" && !unit.source.tracer) {
    const object = unit.expression(e.callee.value);
    const name = unit.scope.mangled(e.callee.name);
    return (f) => {
      const self = object(f);
      // The method is looked up before the arguments are evaluated, as its failure comes first.
      f.line = line;
      const method = methodOf(self, name);
      const unboundMethod = method === undefined ? getAttribute(f.m, self, name) : undefined;
      const given = args(f, method ?? unboundMethod);
      const named = keywords?.(f, method ?? unboundMethod ?? null);
      f.line = line;
      if (method instanceof PyFunction) return callBound(f.m, method, self, given, named);
      if (method) return method.call(f.m, [self, ...given], named);
      return call(f.m, unboundMethod ?? null, given, named);
    };
  }
  const callee = unit.expression(e.callee);
  return (f) => {
    const target = callee(f);
    const given = args(f, target);
    const named = keywords?.(f, target);
    f.line = line;
    return call(f.m, target, given, named);
  };
}

/** A method that needs no binding; undefined where the attribute is anything else. */
function methodOf(self: Value, name: string): PyFunction | PyBuiltin | undefined {
  if (self instanceof PyClass) return undefined;
  const cls = classOf(self);
  const found = cls.lookup(name);
  if (!(found instanceof PyFunction || (found instanceof PyBuiltin && found.isMethod))) return undefined;
  if (self instanceof PyObject && self.attrs?.has(name)) return undefined;
  return cls.hasPlainAttributes ? found : undefined;
}

/** The arguments of a call of `callee`; that is undefined for the items of a list, tuple or set. */
type Arguments = (f: Frame, callee?: Value) => Value[];

/** Arguments in order, starred ones unpacked. */
export function compileArguments(unit: Unit, args: readonly Expression[]): Arguments {
  if (args.some((a) => a.kind === "Starred")) {
    const parts = args.map((a) => ({ isStarred: a.kind === "Starred", run: unit.expression(a.kind === "Starred" ? a.value : a) }));
    const isAlone = parts.length === 1;
    return (f, callee) => {
      const values: Value[] = [];
      for (const { isStarred, run } of parts) {
        const value = run(f);
        if (isStarred) {
          for (const item of unpacked(f, value, isAlone ? callee : undefined)) values.push(item);
        } else values.push(value);
      }
      return values;
    };
  }
  const runs = args.map((a) => unit.expression(a));
  const [first, second, third] = runs;
  if (!first) return () => [];
  if (runs.length === 1) return (f) => [first(f)];
  if (second && runs.length === 2) return (f) => [first(f), second(f)];
  if (second && third && runs.length === 3) return (f) => [first(f), second(f), third(f)];
  return (f) => {
    const values: Value[] = [];
    for (const run of runs) values.push(run(f));
    return values;
  };
}

/** How a callee is named where its arguments are wrong before it is called. */
function calleeText(m: Runtime, callee: Value): string {
  const name = attributeOr(m, callee, "__qualname__");
  if (typeof name !== "string") return str(m, callee);
  const module = attributeOr(m, callee, "__module__");
  return typeof module === "string" && module !== "builtins" ? `${module}.${name}()` : `${name}()`;
}

function unpacked(f: Frame, value: Value, callee: Value | undefined): readonly Value[] {
  const cls = classOf(value);
  if (typeof value !== "string" && (cls.lookup("__iter__") ?? null) === null && cls.lookup("__getitem__") === undefined) {
    const where = callee === undefined ? "Value" : `${calleeText(f.m, callee)} argument`;
    throw typeError(`${where} after * must be an iterable, not ${typeName(value)}`);
  }
  return collect(f.m, value);
}

function compileKeywords(unit: Unit, keywords: readonly Keyword[]): (f: Frame, callee: Value) => Keywords {
  const parts = keywords.map(({ name, value }) => ({ name, run: unit.expression(value) }));
  return (f, callee) => {
    const made = new Map<string, Value>();
    for (const { name, run } of parts) {
      const value = run(f);
      if (name !== undefined) made.set(name, value);
      else addAll(f, made, value, callee);
    }
    return made;
  };
}

function addAll(f: Frame, made: Map<string, Value>, value: Value, callee: Value): void {
  const put = (key: Value, item: Value): void => {
    if (typeof key !== "string") throw typeError("keywords must be strings");
    if (made.has(key)) throw typeError(`${calleeText(f.m, callee)} got multiple values for keyword argument '${key}'`);
    made.set(key, item);
  };
  if (value instanceof PyDict) {
    for (const { key, value: item } of value.table.list()) put(key, item);
    return;
  }
  if (findAttribute(f.m, value, "keys") === undefined) {
    throw typeError(`${calleeText(f.m, callee)} argument after ** must be a mapping, not ${typeName(value)}`);
  }
  for (const key of collect(f.m, call(f.m, getAttribute(f.m, value, "keys"), []))) {
    put(key, callBound(f.m, classOf(value).lookup("__getitem__") ?? null, value, [key]));
  }
}

/** `super()` in a method: for the class whose body contains the method, and the method's first argument. */
function compileSuper(unit: Unit, e: Call): Run {
  const callee = unit.expression(e.callee);
  const classPlace = unit.scope.place("__class__");
  // A list comprehension is a function of its iterator.
  const isInner = unit.scope.kind === "comprehension";
  const firstName = unit.scope.frame.firstParameter;
  const first = firstName === undefined ? undefined : unit.scope.place(firstName);
  const { line } = e;
  return (f) => {
    const target = callee(f);
    f.line = line;
    if (target !== superClass) return call(f.m, target, []);
    if (first === undefined && !isInner) throw raised("RuntimeError", "super(): no arguments");
    const cls = classPlace.kind === "cell" ? f.cells[classPlace.index]?.value : undefined;
    if (!(cls instanceof PyClass)) throw raised("RuntimeError", "super(): __class__ cell not found");
    const self =
      isInner || first === undefined
        ? null
        : first.kind === "slot"
          ? f.slots[first.index]
          : first.kind === "cell"
            ? f.cells[first.index]?.value
            : undefined;
    if (self === undefined) throw raised("RuntimeError", "super(): arg[0] deleted");
    return new PySuper(cls, self);
  };
}
