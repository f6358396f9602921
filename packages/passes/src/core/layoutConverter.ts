/** How a call of an operator is brought into the layouts that are desired: what the reference registers as FTVMConvertOpLayout. */
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

/** What becomes of it: changed attributes, and another operator where the layout needs one. */
export interface Conversion {
  readonly attrs: Attrs;
  readonly operator?: string;
}

export type LayoutConverter = (given: ConvertibleCall) => Conversion;

/** What a pass makes of a call: the operator, arguments and attributes after it. */
export interface AlteredCall {
  readonly op: Expr;
  readonly args: readonly Expr[];
  readonly attrs: Attrs | undefined;
}

/**
 * Alters one call of an operator: `attrs` and `args` as they are after its arguments moved. Undefined where the pass has nothing to say of it.
 */
export type AlterCall = (call: Call, attrs: Attrs | undefined, args: readonly Expr[]) => AlteredCall | undefined;
