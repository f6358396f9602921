/**
 * Relay's expressions. A node is a plain object; **identity is meaning**: one object is one node of the graph. Nodes
 * are immutable but for `checkedType`, a cache that type inference fills once, and that printing, matching and passes
 * read. A node built again has no checked type until it is inferred; a pass that keeps a node keeps its type. Follows
 * include/tvm/relay/expr.h, function.h and adt.h.
 */
import type { Attrs, AttrValue } from "./attributes.ts";
import type { Constant, Node, NodeExtras } from "./constant.ts";
import type { GlobalTypeVar, Type, TypeVar } from "./types.ts";

/**
 * A local variable. Variables are distinguished by identity, not by name; `name` is the hint that printing makes
 * unique.
 */
export interface Var extends Node {
  readonly kind: "Var";
  readonly name: string;
  /** The variable that this is, which copies of it share: inference makes them. */
  readonly id: object;
  readonly annotation: Type | undefined;
  readonly virtualDevice?: AttrValue;
}

/** A function of the module, by name. */
export interface GlobalVar extends Node {
  readonly kind: "GlobalVar";
  readonly name: string;
}

/** A primitive operator, by name; its definition is in the operator table. */
export interface Op extends Node {
  readonly kind: "Op";
  readonly name: string;
}

/** A constructor of an algebraic data type. */
export interface Constructor extends Node {
  readonly kind: "Constructor";
  readonly name: string;
  readonly inputs: readonly Type[];
  readonly belongTo: GlobalTypeVar;
}

export interface Call extends Node {
  readonly kind: "Call";
  readonly op: Expr;
  readonly args: readonly Expr[];
  /** Undefined for calls of operators without attributes, and of functions. */
  readonly attrs: Attrs | undefined;
  readonly typeArgs: readonly Type[];
  /** An assumption that numbers among its attributes rest on, or undefined. Shown with them. */
  readonly assumed?: string;
}

export interface Tuple extends Node {
  readonly kind: "Tuple";
  readonly fields: readonly Expr[];
}

export interface TupleGetItem extends Node {
  readonly kind: "TupleGetItem";
  readonly tuple: Expr;
  readonly index: number;
}

/** A function's attributes (`Compiler`, `Primitive`, `Composite`, ...), in the order they were set. */
export type FunctionAttrs = ReadonlyMap<string, AttrValue>;

export interface Func extends Node {
  readonly kind: "Function";
  readonly params: readonly Var[];
  readonly body: Expr;
  /** The declared result type; inference fills it in. */
  readonly returnType: Type | undefined;
  readonly typeParams: readonly TypeVar[];
  readonly attrs: FunctionAttrs;
}

export interface Let extends Node {
  readonly kind: "Let";
  readonly variable: Var;
  readonly value: Expr;
  readonly body: Expr;
}

export interface If extends Node {
  readonly kind: "If";
  readonly condition: Expr;
  readonly thenBranch: Expr;
  readonly elseBranch: Expr;
}

export interface Match extends Node {
  readonly kind: "Match";
  readonly data: Expr;
  readonly clauses: readonly Clause[];
  /** False for `match?`. */
  readonly isComplete: boolean;
}

export interface Clause {
  readonly pattern: MatchPattern;
  readonly body: Expr;
}

/** The pattern of a match clause (`PatternWildcard`, `PatternVar`, `PatternConstructor`, `PatternTuple` upstream). */
export type MatchPattern =
  | { readonly kind: "PatternWildcard" }
  | { readonly kind: "PatternVar"; readonly variable: Var }
  | { readonly kind: "PatternConstructor"; readonly constructor_: Constructor; readonly patterns: readonly MatchPattern[] }
  | { readonly kind: "PatternTuple"; readonly patterns: readonly MatchPattern[] };

export interface RefCreate extends Node {
  readonly kind: "RefCreate";
  readonly value: Expr;
}

export interface RefRead extends Node {
  readonly kind: "RefRead";
  readonly ref: Expr;
}

export interface RefWrite extends Node {
  readonly kind: "RefWrite";
  readonly ref: Expr;
  readonly value: Expr;
}

export type Expr =
  | Constant
  | Var
  | GlobalVar
  | Op
  | Constructor
  | Call
  | Tuple
  | TupleGetItem
  | Func
  | Let
  | If
  | Match
  | RefCreate
  | RefRead
  | RefWrite;

const noAttrs: FunctionAttrs = new Map();
const noTypes: readonly Type[] = [];

export function variable(name: string, annotation?: Type, extras: NodeExtras & { virtualDevice?: AttrValue } = {}): Var {
  const node: Var = { kind: "Var", checkedType: extras.checkedType, span: extras.span, name, id: {}, annotation };
  return extras.virtualDevice === undefined ? node : { ...node, virtualDevice: extras.virtualDevice };
}

export function globalVar(name: string, extras: NodeExtras = {}): GlobalVar {
  return { kind: "GlobalVar", checkedType: extras.checkedType, span: extras.span, name };
}

export function op(name: string): Op {
  return { kind: "Op", checkedType: undefined, span: undefined, name };
}

export function constructor_(name: string, inputs: readonly Type[], belongTo: GlobalTypeVar, extras: NodeExtras = {}): Constructor {
  return { kind: "Constructor", checkedType: extras.checkedType, span: extras.span, name, inputs, belongTo };
}

export function call(callee: Expr, args: readonly Expr[], attrs?: Attrs, extras: NodeExtras & { typeArgs?: readonly Type[] } = {}): Call {
  return {
    kind: "Call",
    checkedType: extras.checkedType,
    span: extras.span,
    op: callee,
    args,
    attrs,
    typeArgs: extras.typeArgs ?? noTypes,
  };
}

export function tuple(fields: readonly Expr[], extras: NodeExtras = {}): Tuple {
  return { kind: "Tuple", checkedType: extras.checkedType, span: extras.span, fields };
}

export function tupleGetItem(value: Expr, index: number, extras: NodeExtras = {}): TupleGetItem {
  return { kind: "TupleGetItem", checkedType: extras.checkedType, span: extras.span, tuple: value, index };
}

export interface FuncParts {
  readonly params: readonly Var[];
  readonly body: Expr;
  readonly returnType?: Type | undefined;
  readonly typeParams?: readonly TypeVar[];
  readonly attrs?: FunctionAttrs;
}

export function func(parts: FuncParts, extras: NodeExtras = {}): Func {
  return {
    kind: "Function",
    checkedType: extras.checkedType,
    span: extras.span,
    params: parts.params,
    body: parts.body,
    returnType: parts.returnType,
    typeParams: parts.typeParams ?? [],
    attrs: parts.attrs ?? noAttrs,
  };
}

export function let_(bound: Var, value: Expr, body: Expr, extras: NodeExtras = {}): Let {
  return { kind: "Let", checkedType: extras.checkedType, span: extras.span, variable: bound, value, body };
}

export function if_(condition: Expr, thenBranch: Expr, elseBranch: Expr, extras: NodeExtras = {}): If {
  return { kind: "If", checkedType: extras.checkedType, span: extras.span, condition, thenBranch, elseBranch };
}

export function match(data: Expr, clauses: readonly Clause[], isComplete: boolean, extras: NodeExtras = {}): Match {
  return { kind: "Match", checkedType: extras.checkedType, span: extras.span, data, clauses, isComplete };
}

export function refCreate(value: Expr, extras: NodeExtras = {}): RefCreate {
  return { kind: "RefCreate", checkedType: extras.checkedType, span: extras.span, value };
}

export function refRead(ref: Expr, extras: NodeExtras = {}): RefRead {
  return { kind: "RefRead", checkedType: extras.checkedType, span: extras.span, ref };
}

export function refWrite(ref: Expr, value: Expr, extras: NodeExtras = {}): RefWrite {
  return { kind: "RefWrite", checkedType: extras.checkedType, span: extras.span, ref, value };
}

/** Whether `expr` calls the operator of that name. */
export function isCallOf(expr: Expr, name: string): expr is Call {
  return expr.kind === "Call" && expr.op.kind === "Op" && expr.op.name === name;
}

/** The operator's name where `expr` calls a primitive operator, else undefined. */
export function calledOp(expr: Expr): string | undefined {
  return expr.kind === "Call" && expr.op.kind === "Op" ? expr.op.name : undefined;
}
