/** The functions and methods of the pattern language: what each takes, and what it builds. Follows python/tvm/relay/dataflow_pattern/__init__.py. */
import { constant, type OperatorTable, op, type Span, scalarTensor, scalarType, tensorType, tupleType } from "@relayscope/ir";
import * as build from "../builders.ts";
import type { Pattern } from "../pattern.ts";
import { textMessages } from "./messages.ts";
import { attrOfValue, type Value } from "./values.ts";

/** What building may ask of its surroundings. */
export interface TextReaders {
  /** The operators in force: a name outside of them is reported. */
  readonly operators?: OperatorTable | undefined;
  readonly parseExpr?: ((text: string) => import("@relayscope/ir").Expr | undefined) | undefined;
  readonly parseType?: ((text: string) => import("@relayscope/ir").Type | undefined) | undefined;
}

/** The arguments of one call, taken by name. */
export interface Arguments {
  readonly callee: string;
  readonly span: Span;
  readonly readers: TextReaders;
  /** The argument's value; undefined where it is absent. */
  find(name: string): Value | undefined;
  /** Where it is; the call where it is absent. */
  spanOf(name: string): Span;
  /** Calls a function value. */
  call(callee: Value, args: readonly Value[]): Value;
  report(diagnostic: import("@relayscope/ir").Diagnostic): never;
}

interface Builtin {
  readonly params: readonly string[];
  /** For completion: what it matches or adds, in a few words. */
  readonly doc: string;
  readonly make: (args: Arguments, self?: Pattern) => Value;
}

const patternValue = (pattern: Pattern): Value => ({ kind: "pattern", pattern });

function required(args: Arguments, name: string): Value {
  return args.find(name) ?? args.report(textMessages.missingArgument(args.callee, name, args.span));
}

function asPattern(args: Arguments, name: string): Pattern {
  return toPattern(required(args, name), args, name);
}

function toPattern(value: Value, args: Arguments, name: string): Pattern {
  if (value.kind === "pattern") return value.pattern;
  return args.report(textMessages.wrongArgument(args.callee, `a pattern as \`${name}\``, args.spanOf(name)));
}

function optionalPattern(args: Arguments, name: string): Pattern {
  const value = args.find(name);
  return value && value.kind !== "none" ? toPattern(value, args, name) : build.wildcard();
}

function patternList(args: Arguments, name: string): readonly Pattern[] | null {
  const value = args.find(name);
  if (!value || value.kind === "none") return null;
  if (value.kind !== "list")
    return args.report(textMessages.wrongArgument(args.callee, `a list of patterns as \`${name}\``, args.spanOf(name)));
  return value.items.map((item) => toPattern(item, args, name));
}

function text(args: Arguments, name: string, otherwise?: string): string {
  const value = args.find(name);
  if (!value && otherwise !== undefined) return otherwise;
  if (value?.kind === "string") return value.value;
  return args.report(
    value
      ? textMessages.wrongArgument(args.callee, `a string as \`${name}\``, args.spanOf(name))
      : textMessages.missingArgument(args.callee, name, args.span),
  );
}

function attributes(args: Arguments, pattern: Pattern): Value {
  const value = required(args, "attrs");
  if (value.kind !== "dict")
    return args.report(textMessages.wrongArgument(args.callee, "a dictionary of attributes", args.spanOf("attrs")));
  const attrs = new Map<string, import("@relayscope/ir").AttrValue>();
  for (const [key, item] of value.entries) {
    const attr = attrOfValue(item);
    if (attr === undefined)
      return args.report(textMessages.wrongArgument(args.callee, `a number, string, boolean or list as \`${key}\``, args.spanOf("attrs")));
    attrs.set(key, attr);
  }
  return patternValue(build.hasAttr(pattern, attrs));
}

function shape(args: Arguments, pattern: Pattern): Value {
  const value = required(args, "shape");
  const wrong = () => args.report(textMessages.wrongArgument(args.callee, "a list of sizes", args.spanOf("shape")));
  if (value.kind !== "list") return wrong();
  return patternValue(
    build.hasShape(
      pattern,
      value.items.map((d) => (d.kind === "number" ? d.value : d.kind === "string" && d.value === "?" ? "?" : wrong())),
    ),
  );
}

function type(args: Arguments, name: string, pattern: Pattern): Value {
  const value = required(args, name);
  if (value.kind === "type") return patternValue(build.hasType(pattern, value.type));
  const read = value.kind === "string" ? args.readers.parseType?.(value.value) : undefined;
  if (!read) return args.report(textMessages.badText("a type", args.spanOf(name)));
  return patternValue(build.hasType(pattern, read));
}

function expression(args: Arguments): Value {
  const value = required(args, "expr");
  if (value.kind === "expr") return patternValue(build.isExpr(value.expr));
  const read = value.kind === "string" ? args.readers.parseExpr?.(value.value) : undefined;
  if (!read) return args.report(textMessages.badText("a Relay expression", args.spanOf("expr")));
  return patternValue(build.isExpr(read));
}

function operator(args: Arguments): Value {
  const name = text(args, "op_name");
  const { operators } = args.readers;
  if (operators && !operators.get(name)) return args.report(textMessages.unknownOperator(name, operators.names(), args.spanOf("op_name")));
  return patternValue(build.isOp(name));
}

function scalar(args: Arguments): Value {
  const value = required(args, "value");
  const wrong = () => args.report(textMessages.wrongArgument(args.callee, "a number", args.spanOf("value")));
  if (value.kind !== "number" && value.kind !== "boolean") return wrong();
  const dtype = text(args, "dtype", value.kind === "boolean" ? "bool" : value.isFloat ? "float32" : "int32");
  const data = scalarTensor(Number(value.value), dtype);
  return data ? { kind: "expr", expr: constant(data, scalarType(dtype)) } : wrong();
}

function index(args: Arguments): number {
  const value = args.find("index");
  if (!value || value.kind === "none") return -1;
  return value.kind === "number"
    ? value.value
    : args.report(textMessages.wrongArgument(args.callee, "a number as `index`", args.spanOf("index")));
}

/** Functions by name. */
export const functions: Readonly<Record<string, Builtin>> = {
  wildcard: { params: [], doc: "anything", make: () => patternValue(build.wildcard()) },
  is_op: { params: ["op_name"], doc: "an operator", make: operator },
  is_constant: { params: [], doc: "a constant", make: () => patternValue(build.isConstant()) },
  is_var: { params: ["name"], doc: "a variable", make: (args) => patternValue(build.isVar(text(args, "name", ""))) },
  is_expr: { params: ["expr"], doc: "an equal expression", make: expression },
  is_tuple: { params: ["fields"], doc: "a tuple", make: (args) => patternValue(build.isTuple(patternList(args, "fields"))) },
  is_tuple_get_item: {
    params: ["tuple_value", "index"],
    doc: "an item of a tuple",
    make: (args) => patternValue(build.isTupleGetItem(asPattern(args, "tuple_value"), index(args))),
  },
  is_if: {
    params: ["cond", "true_branch", "false_branch"],
    doc: "an if",
    make: (args) => patternValue(build.isIf(asPattern(args, "cond"), asPattern(args, "true_branch"), asPattern(args, "false_branch"))),
  },
  is_let: {
    params: ["var", "value", "body"],
    doc: "a let",
    make: (args) => patternValue(build.isLet(asPattern(args, "var"), asPattern(args, "value"), asPattern(args, "body"))),
  },
  has_attr: { params: ["attrs", "pattern"], doc: "with attributes", make: (args) => attributes(args, optionalPattern(args, "pattern")) },
  has_dtype: {
    params: ["dtype", "pattern"],
    doc: "of a dtype",
    make: (args) => patternValue(build.hasDtype(optionalPattern(args, "pattern"), text(args, "dtype"))),
  },
  has_shape: { params: ["shape", "pattern"], doc: "of a shape", make: (args) => shape(args, optionalPattern(args, "pattern")) },
  has_type: { params: ["ttype", "pattern"], doc: "of a type", make: (args) => type(args, "ttype", optionalPattern(args, "pattern")) },
  dominates: {
    params: ["parent", "path", "child"],
    doc: "a parent reached over a path",
    make: (args) => patternValue(build.dominates(asPattern(args, "child"), asPattern(args, "parent"), asPattern(args, "path"))),
  },
  ExprPattern: { params: ["expr"], doc: "an equal expression", make: expression },
  VarPattern: { params: ["name_hint"], doc: "a variable", make: (args) => patternValue(build.isVar(text(args, "name_hint", ""))) },
  ConstantPattern: { params: [], doc: "a constant", make: () => patternValue(build.isConstant()) },
  CallPattern: {
    params: ["op", "args"],
    doc: "a call",
    make: (args) => patternValue(build.callPattern(asPattern(args, "op"), patternList(args, "args"))),
  },
  FunctionPattern: {
    params: ["params", "body"],
    doc: "a function",
    make: (args) => patternValue(build.functionPattern(patternList(args, "params"), asPattern(args, "body"))),
  },
  IfPattern: {
    params: ["cond", "true_branch", "false_branch"],
    doc: "an if",
    make: (args) => patternValue(build.isIf(asPattern(args, "cond"), asPattern(args, "true_branch"), asPattern(args, "false_branch"))),
  },
  LetPattern: {
    params: ["var", "value", "body"],
    doc: "a let",
    make: (args) => patternValue(build.isLet(asPattern(args, "var"), asPattern(args, "value"), asPattern(args, "body"))),
  },
  TuplePattern: { params: ["fields"], doc: "a tuple", make: (args) => patternValue(build.isTuple(patternList(args, "fields"))) },
  TupleGetItemPattern: {
    params: ["tuple_value", "index"],
    doc: "an item of a tuple",
    make: (args) => patternValue(build.isTupleGetItem(asPattern(args, "tuple_value"), index(args))),
  },
  AltPattern: {
    params: ["left", "right"],
    doc: "either",
    make: (args) => patternValue(build.either(asPattern(args, "left"), asPattern(args, "right"))),
  },
  WildcardPattern: { params: [], doc: "anything", make: () => patternValue(build.wildcard()) },
  TypePattern: { params: ["pattern", "ttype"], doc: "of a type", make: (args) => type(args, "ttype", asPattern(args, "pattern")) },
  DataTypePattern: {
    params: ["pattern", "dtype"],
    doc: "of a dtype",
    make: (args) => patternValue(build.hasDtype(asPattern(args, "pattern"), text(args, "dtype"))),
  },
  ShapePattern: { params: ["pattern", "shape"], doc: "of a shape", make: (args) => shape(args, asPattern(args, "pattern")) },
  AttrPattern: { params: ["pattern", "attrs"], doc: "with attributes", make: (args) => attributes(args, asPattern(args, "pattern")) },
  DominatorPattern: {
    params: ["parent", "path", "child"],
    doc: "a parent reached over a path",
    make: (args) => patternValue(build.dominates(asPattern(args, "child"), asPattern(args, "parent"), asPattern(args, "path"))),
  },
  const: { params: ["value", "dtype"], doc: "a scalar constant", make: scalar },
  parse_expr: { params: ["expr"], doc: "an expression from its text", make: (args) => toExpr(expression(args)) },
  TensorType: {
    params: ["shape", "dtype"],
    doc: "a tensor's type",
    make: (args) => {
      const made = shape(args, build.wildcard());
      const dims = made.kind === "pattern" && made.pattern.kind === "ShapePattern" ? made.pattern.shape : [];
      return { kind: "type", type: tensorType(dims, text(args, "dtype", "float32")) };
    },
  },
  TupleType: {
    params: ["fields"],
    doc: "a tuple's type",
    make: (args) => {
      const fields = required(args, "fields");
      const wrong = () => args.report(textMessages.wrongArgument(args.callee, "a list of types", args.spanOf("fields")));
      return {
        kind: "type",
        type: tupleType(fields.kind === "list" ? fields.items.map((f) => (f.kind === "type" ? f.type : wrong())) : wrong()),
      };
    },
  },
  get: { params: ["op_name"], doc: "an operator", make: (args) => ({ kind: "expr", expr: op(text(args, "op_name")) }) },
};

function toExpr(value: Value): Value {
  return value.kind === "pattern" && value.pattern.kind === "ExprPattern" ? { kind: "expr", expr: value.pattern.expr } : value;
}

/** Methods of patterns by name. */
export const methods: Readonly<Record<string, Builtin>> = {
  optional: {
    params: ["option_constructor"],
    doc: "this, or this with something after it",
    make: (args, self = build.wildcard()) => {
      const extended = args.call(required(args, "option_constructor"), [patternValue(self)]);
      return patternValue(build.either(self, toPattern(extended, args, "option_constructor")));
    },
  },
  has_attr: { params: ["attrs"], doc: "with attributes", make: (args, self = build.wildcard()) => attributes(args, self) },
  has_dtype: {
    params: ["dtype"],
    doc: "of a dtype",
    make: (args, self = build.wildcard()) => patternValue(build.hasDtype(self, text(args, "dtype"))),
  },
  has_shape: { params: ["shape"], doc: "of a shape", make: (args, self = build.wildcard()) => shape(args, self) },
  has_type: { params: ["ttype"], doc: "of a type", make: (args, self = build.wildcard()) => type(args, "ttype", self) },
  dominates: {
    params: ["parent", "path"],
    doc: "this, with a parent reached over a path",
    make: (args, self = build.wildcard()) => patternValue(build.dominates(self, asPattern(args, "parent"), optionalPattern(args, "path"))),
  },
  redirect_to: {
    params: ["pat"],
    doc: "makes a wildcard represent a larger pattern",
    make: (args, self = build.wildcard()) => {
      if (self.kind !== "WildcardPattern")
        return args.report(textMessages.wrongArgument("redirect_to", "a wildcard before the dot", args.span));
      self.redirect = asPattern(args, "pat");
      return { kind: "none" };
    },
  },
};
