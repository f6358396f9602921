/** The common part of QuantizeRealize's rules. Follows src/relay/quantize/realize.cc. */
import { type Call, type Constant, type Expr, elementOf } from "@relayscope/ir";
import type { QuantizeConfig } from "../config.ts";
import { notCalibrated } from "../diagnostics.ts";
import type { ForwardRule } from "../forwardRewrite.ts";
import type { Maker } from "../makeFor.ts";

/**
 * A quantized value: the number it means is `data * scale`. Its data may still be floating-point numbers, rounded and
 * clipped.
 */
export interface Quantized {
  readonly data: Expr;
  readonly scale: Scale;
  /** The data type that the data has, as far as the rules know. */
  readonly dtype: string;
  /** The convolution that it results from. */
  readonly convolution: Call | undefined;
}

/** A scale as a number in single precision, and as its constant. */
export interface Scale {
  readonly value: number;
  readonly node: Constant;
}

export type RealizeRule = ForwardRule<Quantized>;

/** The context of rules besides the call. */
export interface RealizeState {
  readonly config: QuantizeConfig;
  /** Called with a `stop_fusion` that a rule inserts. */
  inserted(stop: Expr, rule: string, by: Call, convolution: Call | undefined): void;
}

/** The scalar that an argument of `simulated_quantize` holds. */
export function scalarOf(arg: Expr | undefined, call: Call): Scale {
  if (arg?.kind !== "Constant" || !arg.data || arg.data.values.length !== 1) throw notCalibrated(call);
  return { value: Math.fround(Number(elementOf(arg.data, 0))), node: arg };
}

/** A scale that a rule computed. */
export function newScale(value: number, make: Maker, assumed: string | undefined): Scale {
  const rounded = Math.fround(value);
  return { value: rounded, node: make.scalar(rounded, "float32", assumed) };
}

/** The scale of a product. */
export function productScale(a: Quantized, b: Quantized, make: Maker): Scale {
  return newScale(a.scale.value * b.scale.value, make, assumptionOf(a, b));
}

/** The assumption that one of the scales rests on. */
export function assumptionOf(...values: readonly Quantized[]): string | undefined {
  return values.find(({ scale }) => scale.node.assumed !== undefined)?.scale.node.assumed;
}

export function cast(data: Expr, dtype: string, make: Maker): Call {
  return make.call("cast", [data], { dtype });
}

/** The data in a dtype, cast if needed. */
export function dataAs({ data, dtype }: Quantized, wanted: string, make: Maker): Expr {
  return dtype === wanted ? data : cast(data, wanted, make);
}

export function clipped(data: Expr, least: number, most: number, make: Maker): Call {
  return make.call("clip", [data], { a_min: { kind: "Float", value: least }, a_max: { kind: "Float", value: most } });
}

/** The nearest convolution that either value results from; the first value's takes precedence. */
export function convolutionOf(a: Quantized, b: Quantized): Call | undefined {
  return a.convolution ?? b.convolution;
}

/** Back to floating point. */
export function dequantized({ data, scale }: Quantized, make: Maker): Expr {
  return make.call("multiply", [cast(data, "float32", make), scale.node]);
}
