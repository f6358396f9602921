/** What a target brings to a run next to options: its patterns with their checks, and its rules for operators. */
import type { Call, Expr } from "@relayscope/ir";
import type { Pattern } from "@relayscope/match";
import type { NoAnswer } from "./decisions.ts";

/** An entry of a pattern table. */
export interface CompositePattern {
  /** What `Composite` says: `dnnl.conv2d_relu`. */
  readonly name: string;
  readonly pattern: Pattern;
  /** Asked of each match's root; anything but true refuses it. Throws `Failure` where the reference's check raises. */
  readonly check?: ((root: Expr) => boolean | NoAnswer) | undefined;
}

/** Whether a target takes a call of an operator; no where it has no answer. The call is the one before annotation, with its types. */
export type OperatorRule = (call: Call) => boolean | NoAnswer;

/** Operator rules by target and operator. */
export type OperatorRules = Readonly<Record<string, Readonly<Record<string, OperatorRule>>>>;
