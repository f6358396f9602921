/** Converts a call of an operator to the desired layouts: what the reference registers as FTVMConvertOpLayout. */
import type { Attrs, Call, Expr } from "@relayscope/ir";

/** A call as its converter sees it. */
export interface ConvertibleCall {
  readonly call: Call;
  readonly attrs: Attrs;
  /** After the arguments moved, each still in the layout it moved to. */
  readonly args: readonly Expr[];
  /** The layouts desired for this operator. */
  readonly desired: readonly string[];
}

/** The result: changed attributes, and another operator if the layout needs one. */
export interface Conversion {
  readonly attrs: Attrs;
  readonly operator?: string;
}

export type LayoutConverter = (given: ConvertibleCall) => Conversion;

/** The replacement of a call: operator, arguments and attributes. */
export interface AlteredCall {
  readonly op: Expr;
  readonly args: readonly Expr[];
  readonly attrs: Attrs | undefined;
}

/**
 * Alters one call of an operator. `attrs` and `args` are its attributes and arguments after the arguments were
 * converted. Returns undefined if the pass does not alter it.
 */
export type AlterCall = (call: Call, attrs: Attrs | undefined, args: readonly Expr[]) => AlteredCall | undefined;

/** What a call becomes whose arguments are legalized by now; undefined if it stays as it is. */
export type LegalizeCall = (call: Call, args: readonly Expr[]) => Expr | undefined;
