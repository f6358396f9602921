/**
 * Dataflow patterns as data. Identity is meaning, as with expressions: one wildcard object used twice must match one
 * expression. Follows include/tvm/relay/dataflow_pattern.h.
 */
import type { AttrValue, Expr, Type } from "@relayscope/ir";

interface Named {
  /** A name its author gave it (a named sub-pattern), for traces. */
  readonly label?: string;
}

/** An expression that must be structurally equal; an operator most of the time. */
export interface ExprPattern extends Named {
  readonly kind: "ExprPattern";
  readonly expr: Expr;
}

/** A variable; any name where `name` is empty. */
export interface VarPattern extends Named {
  readonly kind: "VarPattern";
  readonly name: string;
}

export interface ConstantPattern extends Named {
  readonly kind: "ConstantPattern";
}

/** A call; `args` null means any arguments. */
export interface CallPattern extends Named {
  readonly kind: "CallPattern";
  readonly op: Pattern;
  readonly args: readonly Pattern[] | null;
}

export interface FunctionPattern extends Named {
  readonly kind: "FunctionPattern";
  readonly params: readonly Pattern[] | null;
  readonly body: Pattern;
}

export interface IfPattern extends Named {
  readonly kind: "IfPattern";
  readonly condition: Pattern;
  readonly thenBranch: Pattern;
  readonly elseBranch: Pattern;
}

export interface LetPattern extends Named {
  readonly kind: "LetPattern";
  readonly variable: Pattern;
  readonly value: Pattern;
  readonly body: Pattern;
}

/** A tuple; `fields` null means any fields. */
export interface TuplePattern extends Named {
  readonly kind: "TuplePattern";
  readonly fields: readonly Pattern[] | null;
}

/** An item of a tuple; `index` -1 means any. */
export interface TupleGetItemPattern extends Named {
  readonly kind: "TupleGetItemPattern";
  readonly tuple: Pattern;
  readonly index: number;
}

export interface AltPattern extends Named {
  readonly kind: "AltPattern";
  readonly left: Pattern;
  readonly right: Pattern;
}

/** Anything. `redirect` is set once, after building, if a pattern refers back to a larger one. */
export interface WildcardPattern extends Named {
  readonly kind: "WildcardPattern";
  redirect: Pattern | undefined;
  /** It is None in place of a pattern: TVM takes that, and raises where it is matched. */
  readonly isNone?: boolean;
}

export interface TypePattern extends Named {
  readonly kind: "TypePattern";
  readonly pattern: Pattern;
  readonly type: Type;
}

export interface DataTypePattern extends Named {
  readonly kind: "DataTypePattern";
  readonly pattern: Pattern;
  readonly dtype: string;
}

export interface ShapePattern extends Named {
  readonly kind: "ShapePattern";
  readonly pattern: Pattern;
  readonly shape: readonly (number | "?")[];
}

export interface AttrPattern extends Named {
  readonly kind: "AttrPattern";
  readonly pattern: Pattern;
  readonly attrs: ReadonlyMap<string, AttrValue>;
}

/** `parent` dominates `child` over a path of nodes that each match `path`. */
export interface DominatorPattern extends Named {
  readonly kind: "DominatorPattern";
  readonly parent: Pattern;
  readonly path: Pattern;
  readonly child: Pattern;
}

export type Pattern =
  | ExprPattern
  | VarPattern
  | ConstantPattern
  | CallPattern
  | FunctionPattern
  | IfPattern
  | LetPattern
  | TuplePattern
  | TupleGetItemPattern
  | AltPattern
  | WildcardPattern
  | TypePattern
  | DataTypePattern
  | ShapePattern
  | AttrPattern
  | DominatorPattern;
