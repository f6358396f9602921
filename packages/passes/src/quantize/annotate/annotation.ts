/** The common part of QuantizeAnnotate's rules. Follows python/tvm/relay/quantize/_annotate.py. */
import type { Call, Expr } from "@relayscope/ir";
import type { QuantizeConfig, QuantizedKind } from "../config.ts";
import type { ForwardRule, HeldValues } from "../forwardRewrite.ts";
import type { Maker } from "../makeFor.ts";
import type { QuantizeAttacher } from "../simulatedQuantize.ts";

/**
 * A value within the quantized part: as an `input` it was quantized already, as an `activation` its consumer quantizes
 * it.
 */
export interface Annotated {
  readonly value: Expr;
  readonly kind: "input" | "activation";
}

export type AnnotateRule = ForwardRule<Annotated>;

/** The context of rules besides the call: the configuration, and the calls so far. */
export interface AnnotateState {
  readonly config: QuantizeConfig;
  readonly attach: QuantizeAttacher;
  /** How many convolutions were met. */
  convolutions: number;
  /** Set at the end of the quantized part. */
  isStopped: boolean;
}

/** Whether a call is left in floating point. Calling this for a convolution counts the convolution. */
export function isSkipped(call: Call, state: AnnotateState): boolean {
  if (state.isStopped) return true;
  const skipped = state.config.skippedConvolutions;
  if (!skipped || call.op.kind !== "Op" || call.op.name !== "nn.conv2d") return false;
  return skipped.has(state.convolutions++);
}

/** An argument of a rule: its expression, and its kind if it is within the quantized part. */
export interface Operand {
  readonly value: Expr;
  readonly kind: Annotated["kind"] | undefined;
}

export function operandOf(arg: Expr, held: HeldValues<Annotated>): Operand {
  return held.of(arg) ?? { value: arg, kind: undefined };
}

/** A constant counts as a weight, anything else as an input. */
export function kindByData(value: Expr): QuantizedKind {
  return value.kind === "Constant" ? "weight" : "input";
}

/** The operand quantized as an input, unless it is one already. */
export function asInput({ value, kind }: Operand, state: AnnotateState, make: Maker): Expr {
  return kind === "input" ? value : state.attach(value, "input", make);
}
