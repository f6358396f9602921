/**
 * What a target contributes to a run in addition to options: its patterns with their checks, and its rules for
 * operators.
 */
import type { Call, Expr } from "@relayscope/ir";
import type { Pattern } from "@relayscope/match";
import type { NoAnswer } from "./decisions.ts";

/** An entry of a pattern table. */
export interface CompositePattern {
  /** The value of `Composite`: `dnnl.conv2d_relu`. */
  readonly name: string;
  readonly pattern: Pattern;
  /**
   * Called with each match's root; any result other than true refuses the match. Throws `Failure` if the reference's
   * check raises.
   */
  readonly check?: ((root: Expr) => boolean | NoAnswer) | undefined;
}

/**
 * Whether a target supports a call of an operator; no if it has no answer. The call is the one before annotation, with
 * its types.
 */
export type OperatorRule = (call: Call) => boolean | NoAnswer;

/** Operator rules by target and operator. */
export type OperatorRules = Readonly<Record<string, Readonly<Record<string, OperatorRule>>>>;
