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
  intOf,
  type PyClass,
  PyDict,
  type Runtime,
  raised,
  textOf,
  typeError,
  typeName,
  type Value,
} from "@relayscope/python";
import { refuseMissing } from "../load/standIns.ts";
import { DictAttrsObject } from "./attrsObjects.ts";
import { ArrayObject } from "./containers.ts";
import { dtypeOf } from "./dtypes.ts";
import { tvmError } from "./errors.ts";
import { wrapExpr } from "./exprHolder.ts";
import { irNodeClass, making, unbuilt } from "./nodeClasses.ts";
import { operatorNamed } from "./opObjects.ts";
import { copyOfPattern } from "./patternCopies.ts";
import { valuesOf } from "./sequences.ts";
import { attrOf, exprOf, textEntries } from "./toCompiler.ts";
import { TvmObject } from "./tvmObject.ts";
import { shapeArray, shapeOf, TypeObject, typeOf } from "./typeObjects.ts";

export class PatternObject extends TvmObject {
  constructor(readonly pattern: Pattern) {
    super(patternClasses[pattern.kind]);
  }

  override get key(): unknown {
    return this.pattern;
  }

  override show(): string {
    return `relay.dataflow_pattern.${this.pattern.kind}(0x0)`;
  }

  override copied(): Value {
    return new PatternObject(copyOfPattern(this.pattern));
  }
}

/** A value as a pattern; None is taken too, and fails where it is matched. Raises for anything else. */
export function patternOf(value: Value): Pattern {
  if (value === null) return nonePattern();
  refuseMissing(value);
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

/** A part of a pattern as Python sees it: None where it was given None. */
const shown = (pattern: Pattern): Value => (pattern.kind === "WildcardPattern" && pattern.isNone ? null : wrap(pattern));

/** Patterns as an array. */
function patternArray(patterns: readonly Pattern[]): ArrayObject {
  return new ArrayObject(patterns, (i) => {
    const pattern = patterns[i];
    return pattern ? shown(pattern) : null;
  });
}

function wildcard(): WildcardPattern {
  return { kind: "WildcardPattern", redirect: undefined };
}

function nonePattern(): WildcardPattern {
  return { ...wildcard(), isNone: true };
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
    ...unbuilt("DFPattern", "astext"),
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
      return wrap({ kind: "DataTypePattern", pattern: patternOf(self), dtype: dtypeOf(dtype) });
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

type KindOf<K extends Pattern["kind"]> = Extract<Pattern, { kind: K }>;

/** A part of a pattern: its name in Python, that of its parameter, and how it is read and shown. */
interface Part<T> {
  readonly name: string;
  /** The parameter of the class, with its default. */
  readonly parameter: string;
  readonly read: (m: Runtime, value: Value) => T;
  readonly show: (held: T) => Value;
}

type Parts<K extends Pattern["kind"]> = {
  readonly [P in Exclude<keyof KindOf<K>, "kind" | "label" | "redirect" | "isNone">]: Part<KindOf<K>[P]>;
};

const part = (name: string, parameter = name): Part<Pattern> => ({ name, parameter, read: (_m, value) => patternOf(value), show: shown });

/** Parts of which there may be any number, where it is None. */
const parts = (name: string): Part<readonly Pattern[] | null> => ({
  name,
  parameter: name,
  read: (_m, value) => patternsOrAny(value),
  show: (held) => held && patternArray(held),
});

/** A text as the compiler takes one. Raises for anything else. */
function nameFrom(value: Value): string {
  const name = textOf(value);
  if (name === undefined) throw tvmError(`Check failed: expected str but got ${typeName(value)}`);
  return name;
}

/** An int as the compiler takes one. Raises for anything else. */
function indexFrom(value: Value): number {
  const index = intOf(value);
  if (index === undefined) throw tvmError(`Check failed: expected int but got ${typeName(value)}`);
  return Number(index);
}

const text = (name: string, parameter = name): Part<string> => ({
  name,
  parameter,
  read: (_m, value) => nameFrom(value),
  show: (held) => held,
});

/** The parts of each kind, in the order of the class's parameters. */
const partsByKind: { readonly [K in Pattern["kind"]]: Parts<K> } = {
  ExprPattern: { expr: { name: "expr", parameter: "expr", read: exprOf, show: wrapExpr } },
  VarPattern: { name: text("name", "name_hint=''") },
  ConstantPattern: {},
  CallPattern: { op: part("op"), args: parts("args") },
  FunctionPattern: { params: parts("params"), body: part("body") },
  IfPattern: { condition: part("cond"), thenBranch: part("true_branch"), elseBranch: part("false_branch") },
  LetPattern: { variable: part("var"), value: part("value"), body: part("body") },
  TuplePattern: { fields: parts("fields") },
  TupleGetItemPattern: {
    tuple: part("tuple", "tuple_value"),
    index: {
      name: "index",
      parameter: "index=None",
      read: (_m, value) => (value === null ? -1 : indexFrom(value)),
      show: (held) => held,
    },
  },
  AltPattern: { left: part("left"), right: part("right") },
  WildcardPattern: {},
  TypePattern: {
    pattern: part("pattern"),
    type: { name: "type", parameter: "ttype", read: (_m, value) => typeOf(value), show: (held) => new TypeObject(held) },
  },
  DataTypePattern: { pattern: part("pattern"), dtype: { ...text("dtype"), read: (_m, value) => dtypeOf(value) } },
  ShapePattern: {
    pattern: part("pattern"),
    shape: { name: "shape", parameter: "shape", read: (_m, value) => shapeOfPattern(value), show: shapeArray },
  },
  AttrPattern: {
    pattern: part("pattern"),
    attrs: { name: "attrs", parameter: "attrs", read: (_m, value) => madeAttrsOf(value), show: (held) => new DictAttrsObject(held) },
  },
  DominatorPattern: { parent: part("parent"), path: part("path"), child: part("child") },
};

/** The parts of a kind by their keys. What each shows is what it has read. */
const partsOf = (kind: Pattern["kind"]) => Object.entries<Omit<Part<never>, "read"> & Pick<Part<unknown>, "read">>(partsByKind[kind]);

const signatureOf = (kind: Pattern["kind"]) =>
  partsOf(kind)
    .map(([, { parameter }]) => parameter)
    .join(", ");

/** A pattern of a kind from values for its parts. */
function made(m: Runtime, kind: Pattern["kind"], values: readonly Value[]): PatternObject {
  if (kind === "WildcardPattern") return wrap(wildcard());
  const held = partsOf(kind).map(([key, { read }], i) => [key, read(m, values[i] ?? null)]);
  return wrap({ kind, ...Object.fromEntries(held) });
}

/** What a kind has in addition to its parts. */
const ownMembers: Partial<Readonly<Record<Pattern["kind"], Readonly<Record<string, Value>>>>> = {
  TuplePattern: {
    __len__: hostMethod("__len__", "self", (_m, self) => fieldsOf(self).length),
    __getitem__: hostMethod("__getitem__", "self, index", (_m, self, index) => {
      const found = fieldsOf(self).at(Number(index));
      if (!found || Number(index) >= fieldsOf(self).length) throw raised("IndexError", "TuplePattern index out of range");
      return shown(found);
    }),
  },
  WildcardPattern: {
    redirect_to: hostMethod("redirect_to", "self, pat", (_m, self, target) => {
      const pattern = patternOf(self);
      if (pattern.kind === "WildcardPattern") pattern.redirect = patternOf(target);
      return null;
    }),
  },
};

function classOfKind(kind: Pattern["kind"]): PyClass {
  const shown = partsOf(kind).map(([key, { name, show }]) => {
    const attribute = hostAttribute(name, PatternObject, ({ pattern }) => {
      return pattern.kind === kind ? show(Reflect.get(pattern, key) as never) : undefined;
    });
    return [name, attribute];
  });
  return hostClass({
    name: kind,
    module: "tvm.relay.dataflow_pattern",
    bases: [patternClass],
    members: {
      ...Object.fromEntries(shown),
      ...ownMembers[kind],
      __new__: making(kind, signatureOf(kind), (m, _cls, ...args) => made(m, kind, args)),
    },
  });
}

const kinds = Object.keys(partsByKind) as Pattern["kind"][];
const patternClasses = Object.fromEntries(kinds.map((kind) => [kind, classOfKind(kind)])) as Readonly<Record<Pattern["kind"], PyClass>>;

function fieldsOf(self: Value): readonly Pattern[] {
  const pattern = patternOf(self);
  return pattern.kind === "TuplePattern" ? (pattern.fields ?? []) : [];
}

const define = (name: string, signature: string, make: (m: Runtime, ...args: Value[]) => Pattern) =>
  hostFunction(name, signature, (m, ...args) => wrap(make(m, ...args)));

/** A function that makes a pattern of a kind from its parts, as its class does. */
const builder = (name: string, kind: Pattern["kind"], signature = signatureOf(kind)) =>
  hostFunction(name, signature, (m, ...args) => made(m, kind, args));

/** The members of `dataflow_pattern`, without matching and rewriting. */
export const patternMembers: Readonly<Record<string, Value>> = {
  DFPattern: patternClass,
  ...patternClasses,
  is_op: define("is_op", "op_name", (m, name = null) => ({ kind: "ExprPattern", expr: operatorNamed(m, name).node })),
  wildcard: builder("wildcard", "WildcardPattern"),
  is_constant: builder("is_constant", "ConstantPattern"),
  is_var: builder("is_var", "VarPattern", "name=''"),
  is_expr: builder("is_expr", "ExprPattern"),
  is_tuple: builder("is_tuple", "TuplePattern"),
  is_tuple_get_item: builder("is_tuple_get_item", "TupleGetItemPattern"),
  is_if: builder("is_if", "IfPattern"),
  is_let: builder("is_let", "LetPattern"),
  has_type: define("has_type", "ttype, pattern=None", (_m, type = null, pattern = null) => ({
    kind: "TypePattern",
    pattern: orWildcard(pattern),
    type: typeOf(type),
  })),
  has_dtype: define("has_dtype", "dtype, pattern=None", (_m, dtype = null, pattern = null) => ({
    kind: "DataTypePattern",
    pattern: orWildcard(pattern),
    dtype: dtypeOf(dtype),
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
  dominates: builder("dominates", "DominatorPattern"),
};
