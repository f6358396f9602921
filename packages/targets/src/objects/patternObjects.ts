/**
 * Dataflow patterns as Python builds them: the same data that the matcher takes. Follows
 * python/tvm/relay/dataflow_pattern/__init__.py.
 */
import type { AttrValue } from "@relayscope/ir";
import type { Pattern, WildcardPattern } from "@relayscope/match";
import {
  call,
  hostAttribute,
  hostClass,
  hostFunction,
  hostMethod,
  type PyClass,
  PyDict,
  type Runtime,
  raised,
  typeError,
  typeName,
  type Value,
} from "@relayscope/python";
import { DictAttrsObject } from "./attrsObjects.ts";
import { ArrayObject } from "./containers.ts";
import { tvmError } from "./errors.ts";
import { wrapExpr } from "./exprHolder.ts";
import { irNodeClass, making } from "./nodeClasses.ts";
import { operatorNamed } from "./opObjects.ts";
import { valuesOf } from "./sequences.ts";
import { attrOf, exprOf, textEntries } from "./toCompiler.ts";
import { TvmObject } from "./tvmObject.ts";
import { shapeArray, shapeOf, TypeObject, typeOf } from "./typeObjects.ts";

export class PatternObject extends TvmObject {
  readonly pattern: Pattern;

  constructor(pattern: Pattern) {
    super(patternClasses[pattern.kind]);
    this.pattern = pattern;
  }

  override get key(): unknown {
    return this.pattern;
  }

  override show(): string {
    return `relay.dataflow_pattern.${this.pattern.kind}(0x0)`;
  }
}

/** A value as a pattern. Raises for anything else. */
export function patternOf(value: Value): Pattern {
  if (value instanceof PatternObject) return value.pattern;
  throw tvmError(`Check failed: (!actual_type.defined()) is false: Expected type DFPattern but got ${typeName(value)}`);
}

function patternsOf(value: Value): readonly Pattern[] {
  return valuesOf(value).map(patternOf);
}

/** A list of patterns, or null for None: then any will do. */
function patternsOrAny(value: Value): readonly Pattern[] | null {
  return value === null ? null : patternsOf(value);
}

const wrap = (pattern: Pattern) => new PatternObject(pattern);

/** Patterns as an array. */
function patternArray(patterns: readonly Pattern[]): ArrayObject {
  return new ArrayObject(patterns, (i) => {
    const pattern = patterns[i];
    return pattern ? wrap(pattern) : null;
  });
}

function wildcard(): WildcardPattern {
  return { kind: "WildcardPattern", redirect: undefined };
}

function isOp(m: Runtime, name: string): Pattern {
  return { kind: "ExprPattern", expr: operatorNamed(m, name).node };
}

const binary = (method: string, operator: string) =>
  hostMethod(method, "self, other", (m, self, other) => {
    return wrap({ kind: "CallPattern", op: isOp(m, operator), args: [patternOf(self), patternOf(other)] });
  });

/** The attributes that a pattern asks for. */
function attrsOf(value: Value): ReadonlyMap<string, AttrValue> {
  if (value instanceof DictAttrsObject) return value.entries;
  if (value instanceof PyDict) return new Map(textEntries(value).map(([name, given]) => [name, attrOf(given)]));
  throw typeError(`tvm.ir.attrs.make_node() argument after ** must be a mapping, not ${typeName(value)}`);
}

/** The attributes that the class itself takes: not a dict. */
function madeAttrsOf(value: Value): ReadonlyMap<string, AttrValue> {
  if (value === null) return new Map();
  if (value instanceof DictAttrsObject) return value.entries;
  throw tvmError(`Expected DictAttrs, but got ${value instanceof PyDict ? "Map" : typeName(value)}`);
}

const withAttrs = (pattern: Pattern, attrs: Value) => wrap({ kind: "AttrPattern", pattern, attrs: attrsOf(attrs) });

/** The shape that a pattern asks for; sizes that are not numbers match none. */
function shapeOfPattern(value: Value): readonly (number | "?")[] {
  return shapeOf(value).map((dim) => (typeof dim === "number" || dim === "?" ? dim : Number.NaN));
}

const orWildcard = (value: Value): Pattern => (value === null ? wildcard() : patternOf(value));

export const patternClass: PyClass = hostClass({
  name: "DFPattern",
  module: "tvm.relay.dataflow_pattern",
  bases: [irNodeClass],
  members: {
    __call__: hostMethod("__call__", "self, *args", (_m, self, args) => {
      const given = valuesOf(args);
      const isAny = given.length === 1 && given[0] === null;
      return wrap({ kind: "CallPattern", op: patternOf(self), args: isAny ? null : given.map(patternOf) });
    }),
    __or__: hostMethod("__or__", "self, other", (_m, self, other) => {
      return wrap({ kind: "AltPattern", left: patternOf(self), right: patternOf(other) });
    }),
    __add__: binary("__add__", "add"),
    __sub__: binary("__sub__", "subtract"),
    __mul__: binary("__mul__", "multiply"),
    __truediv__: binary("__truediv__", "divide"),
    has_attr: hostMethod("has_attr", "self, attrs", (_m, self, attrs) => withAttrs(patternOf(self), attrs)),
    has_type: hostMethod("has_type", "self, ttype", (_m, self, type) => {
      return wrap({ kind: "TypePattern", pattern: patternOf(self), type: typeOf(type) });
    }),
    has_dtype: hostMethod("has_dtype", "self, dtype", (_m, self, dtype) => {
      return wrap({ kind: "DataTypePattern", pattern: patternOf(self), dtype: String(dtype) });
    }),
    has_shape: hostMethod("has_shape", "self, shape", (_m, self, shape) => {
      return wrap({ kind: "ShapePattern", pattern: patternOf(self), shape: shapeOfPattern(shape) });
    }),
    dominates: hostMethod("dominates", "self, parent, path=None", (_m, self, parent, path) => {
      return wrap({ kind: "DominatorPattern", parent: patternOf(parent), path: orWildcard(path), child: patternOf(self) });
    }),
    optional: hostMethod("optional", "self, option_constructor", (m, self, extend) => {
      return wrap({ kind: "AltPattern", left: patternOf(self), right: patternOf(call(m, extend, [self])) });
    }),
  },
});

function made(
  name: Pattern["kind"],
  signature: string,
  make: (m: Runtime, ...args: Value[]) => Pattern,
  members: Readonly<Record<string, Value>> = {},
) {
  return hostClass({
    name,
    module: "tvm.relay.dataflow_pattern",
    bases: [patternClass],
    members: { ...members, __new__: making(name, signature, (m, _cls, ...args) => wrap(make(m, ...args))) },
  });
}

const field = (name: string, get: (pattern: Pattern) => Value | undefined) =>
  hostAttribute(name, PatternObject, ({ pattern }) => get(pattern));
const inner = field("pattern", (p) => ("pattern" in p ? wrap(p.pattern) : undefined));

/** A part that is itself a pattern, under the name that Python has for it. */
const part = (name: string, get: (p: Pattern) => Pattern | undefined) =>
  field(name, (p) => {
    const found = get(p);
    return found && wrap(found);
  });

const patternClasses: Readonly<Record<Pattern["kind"], PyClass>> = {
  ExprPattern: made("ExprPattern", "expr", (m, expr) => ({ kind: "ExprPattern", expr: exprOf(m, expr) }), {
    expr: field("expr", (p) => (p.kind === "ExprPattern" ? wrapExpr(p.expr) : undefined)),
  }),
  VarPattern: made("VarPattern", "name_hint=''", (_m, name = "") => ({ kind: "VarPattern", name: String(name) }), {
    name: field("name", (p) => (p.kind === "VarPattern" ? p.name : undefined)),
  }),
  ConstantPattern: made("ConstantPattern", "", () => ({ kind: "ConstantPattern" })),
  CallPattern: made(
    "CallPattern",
    "op, args",
    (_m, callee = null, args = null) => ({ kind: "CallPattern", op: patternOf(callee), args: patternsOrAny(args) }),
    {
      op: part("op", (p) => (p.kind === "CallPattern" ? p.op : undefined)),
      args: field("args", (p) => (p.kind !== "CallPattern" ? undefined : p.args ? patternArray(p.args) : null)),
    },
  ),
  FunctionPattern: made(
    "FunctionPattern",
    "params, body",
    (_m, params = null, body = null) => ({ kind: "FunctionPattern", params: patternsOrAny(params), body: patternOf(body) }),
    {
      params: field("params", (p) => (p.kind !== "FunctionPattern" ? undefined : p.params ? patternArray(p.params) : null)),
      body: part("body", (p) => (p.kind === "FunctionPattern" ? p.body : undefined)),
    },
  ),
  IfPattern: made(
    "IfPattern",
    "cond, true_branch, false_branch",
    (_m, condition = null, then = null, otherwise = null) => ({
      kind: "IfPattern",
      condition: patternOf(condition),
      thenBranch: patternOf(then),
      elseBranch: patternOf(otherwise),
    }),
    {
      cond: part("cond", (p) => (p.kind === "IfPattern" ? p.condition : undefined)),
      true_branch: part("true_branch", (p) => (p.kind === "IfPattern" ? p.thenBranch : undefined)),
      false_branch: part("false_branch", (p) => (p.kind === "IfPattern" ? p.elseBranch : undefined)),
    },
  ),
  LetPattern: made(
    "LetPattern",
    "var, value, body",
    (_m, variable = null, value = null, body = null) => ({
      kind: "LetPattern",
      variable: patternOf(variable),
      value: patternOf(value),
      body: patternOf(body),
    }),
    {
      var: part("var", (p) => (p.kind === "LetPattern" ? p.variable : undefined)),
      value: part("value", (p) => (p.kind === "LetPattern" ? p.value : undefined)),
      body: part("body", (p) => (p.kind === "LetPattern" ? p.body : undefined)),
    },
  ),
  TuplePattern: made("TuplePattern", "fields", (_m, fields = null) => ({ kind: "TuplePattern", fields: patternsOrAny(fields) }), {
    fields: field("fields", (p) => (p.kind !== "TuplePattern" ? undefined : p.fields ? patternArray(p.fields) : null)),
    __len__: hostMethod("__len__", "self", (_m, self) => fieldsOf(self).length),
    __getitem__: hostMethod("__getitem__", "self, index", (_m, self, index) => {
      const found = fieldsOf(self).at(Number(index));
      if (!found || Number(index) >= fieldsOf(self).length) throw raised("IndexError", "TuplePattern index out of range");
      return wrap(found);
    }),
  }),
  TupleGetItemPattern: made(
    "TupleGetItemPattern",
    "tuple_value, index=None",
    (_m, tuple = null, index = null) => ({
      kind: "TupleGetItemPattern",
      tuple: patternOf(tuple),
      index: index === null ? -1 : Number(index),
    }),
    {
      tuple: part("tuple", (p) => (p.kind === "TupleGetItemPattern" ? p.tuple : undefined)),
      index: field("index", (p) => (p.kind === "TupleGetItemPattern" ? p.index : undefined)),
    },
  ),
  AltPattern: made(
    "AltPattern",
    "left, right",
    (_m, left = null, right = null) => ({ kind: "AltPattern", left: patternOf(left), right: patternOf(right) }),
    {
      left: part("left", (p) => (p.kind === "AltPattern" ? p.left : undefined)),
      right: part("right", (p) => (p.kind === "AltPattern" ? p.right : undefined)),
    },
  ),
  WildcardPattern: made("WildcardPattern", "", wildcard, {
    redirect_to: hostMethod("redirect_to", "self, pat", (_m, self, target) => {
      const pattern = patternOf(self);
      if (pattern.kind === "WildcardPattern") pattern.redirect = patternOf(target);
      return null;
    }),
  }),
  TypePattern: made(
    "TypePattern",
    "pattern, ttype",
    (_m, pattern = null, type = null) => ({ kind: "TypePattern", pattern: patternOf(pattern), type: typeOf(type) }),
    {
      pattern: inner,
      type: field("type", (p) => (p.kind === "TypePattern" ? new TypeObject(p.type) : undefined)),
    },
  ),
  DataTypePattern: made(
    "DataTypePattern",
    "pattern, dtype",
    (_m, pattern = null, dtype = null) => ({ kind: "DataTypePattern", pattern: patternOf(pattern), dtype: String(dtype) }),
    { pattern: inner, dtype: field("dtype", (p) => (p.kind === "DataTypePattern" ? p.dtype : undefined)) },
  ),
  ShapePattern: made(
    "ShapePattern",
    "pattern, shape",
    (_m, pattern = null, shape = null) => ({ kind: "ShapePattern", pattern: patternOf(pattern), shape: shapeOfPattern(shape) }),
    { pattern: inner, shape: field("shape", (p) => (p.kind === "ShapePattern" ? shapeArray(p.shape) : undefined)) },
  ),
  AttrPattern: made(
    "AttrPattern",
    "pattern, attrs",
    (_m, pattern = null, attrs = null) => ({ kind: "AttrPattern", pattern: patternOf(pattern), attrs: madeAttrsOf(attrs) }),
    {
      pattern: inner,
      attrs: field("attrs", (p) => (p.kind === "AttrPattern" ? new DictAttrsObject(p.attrs) : undefined)),
    },
  ),
  DominatorPattern: made(
    "DominatorPattern",
    "parent, path, child",
    (_m, parent = null, path = null, child = null) => ({
      kind: "DominatorPattern",
      parent: patternOf(parent),
      path: patternOf(path),
      child: patternOf(child),
    }),
    {
      parent: part("parent", (p) => (p.kind === "DominatorPattern" ? p.parent : undefined)),
      path: part("path", (p) => (p.kind === "DominatorPattern" ? p.path : undefined)),
      child: part("child", (p) => (p.kind === "DominatorPattern" ? p.child : undefined)),
    },
  ),
};

function fieldsOf(self: Value): readonly Pattern[] {
  const pattern = patternOf(self);
  return pattern.kind === "TuplePattern" ? (pattern.fields ?? []) : [];
}

const define = (name: string, signature: string, make: (m: Runtime, ...args: Value[]) => Pattern) =>
  hostFunction(name, signature, (m, ...args) => wrap(make(m, ...args)));

/** The members of `dataflow_pattern`, without matching and rewriting. */
export const patternMembers: Readonly<Record<string, Value>> = {
  DFPattern: patternClass,
  ...patternClasses,
  is_op: define("is_op", "op_name", (m, name = null) => ({ kind: "ExprPattern", expr: operatorNamed(m, name).node })),
  wildcard: define("wildcard", "", wildcard),
  is_constant: define("is_constant", "", () => ({ kind: "ConstantPattern" })),
  is_var: define("is_var", "name=''", (_m, name = "") => ({ kind: "VarPattern", name: String(name) })),
  is_expr: define("is_expr", "expr", (m, expr = null) => ({ kind: "ExprPattern", expr: exprOf(m, expr) })),
  is_tuple: define("is_tuple", "fields", (_m, fields = null) => ({ kind: "TuplePattern", fields: patternsOrAny(fields) })),
  is_tuple_get_item: define("is_tuple_get_item", "tuple_value, index=None", (_m, tuple = null, index = null) => ({
    kind: "TupleGetItemPattern",
    tuple: patternOf(tuple),
    index: index === null ? -1 : Number(index),
  })),
  is_if: define("is_if", "cond, true_branch, false_branch", (_m, condition = null, then = null, otherwise = null) => ({
    kind: "IfPattern",
    condition: patternOf(condition),
    thenBranch: patternOf(then),
    elseBranch: patternOf(otherwise),
  })),
  is_let: define("is_let", "var, value, body", (_m, variable = null, value = null, body = null) => ({
    kind: "LetPattern",
    variable: patternOf(variable),
    value: patternOf(value),
    body: patternOf(body),
  })),
  has_type: define("has_type", "ttype, pattern=None", (_m, type = null, pattern = null) => ({
    kind: "TypePattern",
    pattern: orWildcard(pattern),
    type: typeOf(type),
  })),
  has_dtype: define("has_dtype", "dtype, pattern=None", (_m, dtype = null, pattern = null) => ({
    kind: "DataTypePattern",
    pattern: orWildcard(pattern),
    dtype: String(dtype),
  })),
  has_shape: define("has_shape", "shape, pattern=None", (_m, shape = null, pattern = null) => ({
    kind: "ShapePattern",
    pattern: orWildcard(pattern),
    shape: shapeOfPattern(shape),
  })),
  has_attr: define("has_attr", "attrs, pattern=None", (_m, attrs = null, pattern = null) => ({
    kind: "AttrPattern",
    pattern: orWildcard(pattern),
    attrs: attrsOf(attrs),
  })),
  dominates: define("dominates", "parent, path, child", (_m, parent = null, path = null, child = null) => ({
    kind: "DominatorPattern",
    parent: patternOf(parent),
    path: patternOf(path),
    child: patternOf(child),
  })),
};
