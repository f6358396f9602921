/**
 * Carrying integers from one scale to another: by shifts where scales are a power of two apart, else in fixed point.
 */
import { fixedPointOf } from "@relayscope/evaluate";
import { type AttrValue, type Call, dimValue, type Expr, type Type } from "@relayscope/ir";
import type { QuantizeConfig } from "../config.ts";
import { impossibleScale } from "../diagnostics.ts";
import { isWhole, log2, quotient } from "../floatNumbers.ts";
import type { Maker } from "../makeFor.ts";
import { cast } from "./quantized.ts";

/** The integers to rescale, for a call. */
export interface Rescaled {
  readonly data: Expr;
  readonly type: Type | undefined;
  readonly call: Call;
  /** The assumption that the factor rests on. */
  readonly assumed: string | undefined;
}

/** The data times the quotient of two scales, in `dtype`. Follows MulAndDiv for a smaller new scale. */
export function scaledUp(given: Rescaled, [from, to]: readonly [number, number], dtype: string, config: QuantizeConfig, make: Maker): Expr {
  if (from === to) return given.data;
  const { data, assumed } = given;
  const factor = quotient(from, to);
  const shift = log2(factor);
  if (!(shift > 0)) throw impossibleScale(given.call, `a scale of ${from} can't be made one of ${to}.`);
  if (isWhole(shift)) return make.call("left_shift", [data, make.scalar(shift, dtype, assumed)]);
  if (isWhole(factor)) return make.call("multiply", [data, make.scalar(factor, dtype, assumed)]);
  return cast(inFixedPoint(given, factor, config, make), dtype, make);
}

/** The data times a factor, rounded as configured. */
export function inFixedPoint(given: Rescaled, factor: number, config: QuantizeConfig, make: Maker): Expr {
  if (config.rounding !== "UPWARD") return toNearest(given, factor, make);
  return make.call("fixed_point_multiply", [given.data], { ...fixedPointOf(factor) }, given.assumed);
}

/**
 * The product rounded half away from zero, written out in 64-bit integers. Follows FixedPointMultiplyToNearest
 * (src/relay/qnn/utils.cc).
 */
function toNearest({ data, type, call, assumed }: Rescaled, factor: number, make: Maker): Expr {
  const dtype = "int64";
  const long = (value: number | bigint) => make.scalar(value, dtype, assumed);
  const { multiplier, shift } = fixedPointOf(factor);
  const shape = staticShape(type, call);
  let product: Expr = cast(data, dtype, make);
  if (shift > 0) product = make.call("left_shift", [product, long(shift)]);
  product = make.call("multiply", [product, long(multiplier)]);
  const rightShift = 31 + (shift > 0 ? 0 : -shift);
  const half = 1n << BigInt(rightShift - 1);
  const filled = (value: bigint) => make.call("full", [long(value)], { shape, dtype });
  const isPositive = make.call("greater_equal", [product, make.call("zeros", [], { shape, dtype })]);
  const rounding = make.call("where", [isPositive, filled(half), filled(half - 1n)]);
  const rounded = make.call("right_shift", [make.call("add", [product, rounding]), long(rightShift)]);
  return cast(rounded, "int32", make);
}

function staticShape(type: Type | undefined, call: Call): readonly AttrValue[] {
  const sizes = type?.kind === "TensorType" ? type.shape.map(dimValue) : [undefined];
  if (sizes.some((size) => size === undefined)) throw impossibleScale(call, "rounding to nearest needs a known shape.");
  return sizes as readonly number[];
}
