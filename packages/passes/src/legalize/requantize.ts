/**
 * From one scale and zero point to others. Follows src/relay/qnn/op/requantize.cc and the fixed-point products of
 * src/relay/qnn/utils.cc.
 */
import { fixedPointOf } from "@relayscope/evaluate";
import { type Dim, type Expr, eachOf } from "@relayscope/ir";
import { expandBiasToAxis } from "../core/operatorCalls.ts";
import { tensorOf } from "../core/tensorOf.ts";
import { alongAxis, isConstantScalar, isInteger, isSameScalar, numberIn, numbersIn, vector } from "./quantities.ts";
import type { Lowering, Rule } from "./rule.ts";

/** A scale and a zero point. */
export interface Quantity {
  readonly scale: Expr;
  readonly zeroPoint: Expr;
}

/** The input and the parameters of a requantization. */
interface Requantization {
  readonly data: Expr;
  readonly shape: readonly Dim[];
  readonly from: Quantity;
  readonly to: Quantity;
  readonly dtype: string;
  readonly axis: number;
  readonly rounding: string;
  readonly computeDtype: string;
}

type Manner = "axis" | "rounding" | "computeDtype";

/** Converts integers of one quantity to another. Options that are missing or `None` take their defaults. */
export function requantized(given: Omit<Requantization, Manner> & Partial<Pick<Requantization, Manner>>, lowering: Lowering): Expr {
  const { axis = -1, rounding = "None", computeDtype = "None" } = given;
  const fast = lowering.device.hasSse4 && lowering.device.target?.startsWith("llvm") ? "float32" : "int64";
  const chosen = {
    ...given,
    axis,
    rounding: rounding === "None" ? "UPWARD" : rounding,
    computeDtype: computeDtype === "None" ? fast : computeDtype,
  };
  if (numberIn(given.to.scale, lowering) === 0) throw lowering.refused("the scale of its result is 0.");
  if (chosen.rounding !== "UPWARD" && chosen.rounding !== "TONEAREST") throw lowering.refused(`\`${rounding}\` is not a rounding.`);
  switch (chosen.computeDtype) {
    case "int64":
      return onIntegers(chosen, lowering);
    case "float32":
    case "float64":
      return onReals(chosen, lowering);
    default:
      throw lowering.refused(`it can't be computed in \`${computeDtype}\`.`);
  }
}

/** Requantized if the quantities differ, else only widened; int32 in both cases. */
export function requantizedOrWidened(
  given: Pick<Requantization, "data" | "shape" | "from" | "to"> & Partial<Pick<Requantization, "axis">>,
  lowering: Lowering,
): Expr {
  const { data, from, to } = given;
  const isSame = isSameScalar(from.scale, to.scale, lowering) && isSameScalar(from.zeroPoint, to.zeroPoint, lowering);
  return isSame ? lowering.cast(data, "int32") : requantized({ ...given, dtype: "int32" }, lowering);
}

function onIntegers(given: Requantization, lowering: Lowering): Expr {
  const { shape, from, to, dtype, axis, rounding } = given;
  const { calls } = lowering;
  const centered = withoutZeroPoint(given, "int32", lowering);
  const outScale = numberIn(to.scale, lowering);
  let scaled = centered;
  if (isConstantScalar(from.scale)) {
    if (!isSameScalar(from.scale, to.scale, lowering)) {
      const factor = numberIn(from.scale, lowering) / outScale;
      scaled = rounding === "UPWARD" ? timesFixedPoint(centered, factor, lowering) : timesNearest(centered, factor, shape, lowering);
    }
  } else {
    const factors = numbersIn(from.scale, lowering).map((scale) => scale / outScale);
    const counted = axis === -1 ? shape.length - 1 : axis;
    scaled =
      rounding === "UPWARD"
        ? timesFixedPoints(centered, factors, counted, lowering)
        : timesNearestByChannel(centered, factors, shape, counted, lowering);
  }
  const shifted = isInteger(to.zeroPoint, 0, lowering) ? scaled : calls("add", [lowering.cast(to.zeroPoint, "int32"), scaled]);
  return dtype === "int32" ? shifted : lowering.clipped(shifted, dtype);
}

function onReals(given: Requantization, lowering: Lowering): Expr {
  const { shape, from, to, dtype, axis, rounding, computeDtype } = given;
  const { calls } = lowering;
  const centered = withoutZeroPoint(given, computeDtype, lowering);
  const outScale = numberIn(to.scale, lowering);
  let scaled = centered;
  if (isConstantScalar(from.scale)) {
    if (!isSameScalar(from.scale, to.scale, lowering))
      scaled = calls("multiply", [lowering.scalar(numberIn(from.scale, lowering) / outScale, computeDtype), centered]);
  } else {
    const factors = numbersIn(from.scale, lowering).map((scale) => scale / outScale);
    const counted = axis === -1 ? shape.length - 1 : axis;
    scaled = calls("multiply", [centered, expandBiasToAxis(vector(factors, computeDtype), shape.length, counted, calls)]);
  }
  const shifted = isInteger(to.zeroPoint, 0, lowering) ? scaled : calls("add", [scaled, lowering.cast(to.zeroPoint, computeDtype)]);
  const rounded = rounding === "UPWARD" ? roundedUpward(shifted, computeDtype, lowering) : roundedNearest(shifted, computeDtype, lowering);
  const whole = lowering.cast(rounded, "int32");
  return dtype === "int32" ? whole : lowering.clipped(whole, dtype);
}

/** The data widened to a dtype, less its zero point. */
function withoutZeroPoint({ data, shape, from: { zeroPoint }, axis }: Requantization, dtype: string, lowering: Lowering): Expr {
  const wide = lowering.cast(data, dtype);
  if (isInteger(zeroPoint, 0, lowering)) return wide;
  return lowering.calls("subtract", [wide, lowering.cast(alongAxis(zeroPoint, shape.length, axis, lowering), dtype)]);
}

/** The product with a number, midpoints upward. */
export function timesFixedPoint(data: Expr, factor: number, { calls }: Lowering): Expr {
  return calls("fixed_point_multiply", [data], { ...fixedPointOf(factor) });
}

/** The product with a number for each channel, midpoints upward. */
function timesFixedPoints(data: Expr, factors: readonly number[], axis: number, { calls }: Lowering): Expr {
  const points = factors.map(fixedPointOf);
  const multipliers = points.map(({ multiplier }) => multiplier);
  const left = points.map(({ shift }) => Math.max(0, shift));
  const right = points.map(({ shift }) => Math.max(0, -shift));
  const vectors = [multipliers, left, right].map((values) => vector(values, "int32"));
  const attrs = { is_lshift_required: left.some(Boolean), is_rshift_required: right.some(Boolean), axes: [axis] };
  return calls("fixed_point_multiply_per_axis", [data, ...vectors], attrs);
}

/** The product with a number, midpoints away from zero. */
function timesNearest(data: Expr, factor: number, shape: readonly Dim[], lowering: Lowering): Expr {
  const { calls } = lowering;
  const wide = (value: number | bigint) => lowering.scalar(value, "int64");
  const { multiplier, shift } = fixedPointOf(factor);
  let tensor = lowering.cast(data, "int64");
  if (shift > 0) tensor = calls("left_shift", [tensor, wide(shift)]);
  tensor = calls("multiply", [tensor, wide(multiplier)]);
  const total = Math.max(0, -shift) + 31;
  const half = 1n << BigInt(total - 1);
  const full = (value: bigint) => calls("full", [wide(value)], { shape: sizes(shape, lowering), dtype: "int64" });
  const zeros = calls("zeros", [], { shape: sizes(shape, lowering), dtype: "int64" });
  const rounder = calls("where", [calls("greater_equal", [tensor, zeros]), full(half), full(half - 1n)]);
  return lowering.cast(calls("right_shift", [calls("add", [tensor, rounder]), wide(total)]), "int32");
}

/** The product with a number for each channel, midpoints away from zero. */
function timesNearestByChannel(data: Expr, factors: readonly number[], shape: readonly Dim[], axis: number, lowering: Lowering): Expr {
  const { calls } = lowering;
  const points = factors.map(fixedPointOf);
  const expanded = (values: readonly (number | bigint)[]) => expandBiasToAxis(vector(values, "int64"), shape.length, axis, calls);
  let tensor = lowering.cast(data, "int64");
  const left = points.map(({ shift }) => Math.max(0, shift));
  if (left.some(Boolean)) tensor = calls("left_shift", [tensor, expanded(left)]);
  tensor = calls("multiply", [tensor, expanded(points.map(({ multiplier }) => multiplier))]);
  const totals = points.map(({ shift }) => Math.max(0, -shift) + 31);
  const halves = totals.map((total) => 1n << BigInt(total - 1));
  const [above, below] = [expanded(halves), expanded(halves.map((half) => half - 1n))];
  const to = { shape: sizes(shape, lowering) };
  const rounder = calls("where", [
    calls("greater_equal", [tensor, calls("zeros", [], { ...to, dtype: "int64" })]),
    calls("broadcast_to", [above], to),
    calls("broadcast_to", [below], to),
  ]);
  return lowering.cast(calls("right_shift", [calls("add", [tensor, rounder]), expanded(totals)]), "int32");
}

function sizes(shape: readonly Dim[], lowering: Lowering): readonly number[] {
  return shape.map((size) => {
    if (typeof size !== "number") throw lowering.refused("a size that rounding to the nearest needs is not known.");
    return size;
  });
}

function roundedNearest(data: Expr, dtype: string, lowering: Lowering): Expr {
  const { calls } = lowering;
  demandTarget(lowering);
  if (lowering.device.hasSse4) return calls("round", [data]);
  const number = (value: number) => lowering.scalar(value, dtype);
  const sign = calls("where", [calls("less", [data, number(0)]), number(-1), number(1)]);
  const biased = calls("multiply", [calls("add", [data, calls("multiply", [number(0.5), sign])]), sign]);
  const whole = lowering.cast(lowering.cast(biased, dtype.replace("float", "int")), dtype);
  return calls("where", [calls("isfinite", [data]), calls("multiply", [whole, sign]), data]);
}

function roundedUpward(data: Expr, dtype: string, lowering: Lowering): Expr {
  const { calls } = lowering;
  const number = (value: number) => lowering.scalar(value, dtype);
  const biased = calls("add", [data, number(0.5)]);
  demandTarget(lowering);
  if (lowering.device.hasSse4) return calls("floor", [biased]);
  const whole = lowering.cast(lowering.cast(biased, dtype.replace("float", "int")), dtype);
  const isRight = calls("logical_or", [calls("equal", [biased, whole]), calls("greater_equal", [biased, number(0)])]);
  const rounded = calls("where", [isRight, whole, calls("subtract", [whole, number(1)])]);
  return calls("where", [calls("isfinite", [data]), rounded, data]);
}

/** Computing in floats needs the target's instructions. */
function demandTarget(lowering: Lowering): void {
  if (lowering.device.target === undefined) throw lowering.refused("computing in reals asks for a target, and none is in force.");
}

/** Follows RequantizeQnnCanonicalize. */
export const lowerRequantize: Rule = (lowering) => {
  const [data, scale, zeroPoint, outScale, outZeroPoint] = eachOf([0, 1, 2, 3, 4], (i) => lowering.arg(i));
  return requantized(
    {
      data,
      shape: lowering.type(0).shape,
      from: { scale, zeroPoint },
      to: { scale: outScale, zeroPoint: outZeroPoint },
      dtype: tensorOf(lowering.original).dtype,
      axis: lowering.int("axis"),
      rounding: lowering.text("rounding"),
      computeDtype: lowering.text("compute_dtype"),
    },
    lowering,
  );
};
