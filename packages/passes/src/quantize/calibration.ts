/** Calibration: computes scales. Follows python/tvm/relay/quantize/_calibrate.py. */
import { attrOf, type Call, elementOf, type TensorData } from "@relayscope/ir";
import type { QuantizeConfig } from "./config.ts";
import { kindOf } from "./simulatedQuantize.ts";

/** The largest magnitude that a `simulated_quantize` is made for; undefined for a weight whose data is not known. */
export function magnitudeOf(call: Call, config: QuantizeConfig): number | undefined {
  if (kindOf(call) !== "weight") return config.globalScale;
  const [weight] = call.args;
  if (weight?.kind !== "Constant" || !weight.data) return undefined;
  return weightMagnitude(largestMagnitude(weight.data), config);
}

/** A weight's magnitude, or the power of two above it. */
export function weightMagnitude(largest: number, config: QuantizeConfig): number {
  if (config.weightScale === "max") return largest;
  return largest > 0 ? 2 ** Math.ceil(Math.log(largest) / Math.log(2)) : 1;
}

/** How many integers there are on each side of zero; undefined for a kind without bits. */
export function rangeOf(call: Call, config: QuantizeConfig): number | undefined {
  const kind = kindOf(call);
  return kind && 2 ** (config.bits[kind] - (attrOf(call.attrs, "sign") === false ? 0 : 1));
}

/** The real value of one integer step; undefined if the magnitude is unknown. */
export function calibratedScale(call: Call, config: QuantizeConfig): number | undefined {
  const [magnitude, range] = [magnitudeOf(call, config), rangeOf(call, config)];
  return magnitude === undefined || range === undefined ? undefined : magnitude / range;
}

function largestMagnitude(data: TensorData): number {
  let largest = 0;
  for (let i = 0; i < data.values.length; i++) largest = Math.max(largest, Math.abs(Number(elementOf(data, i))));
  return largest;
}
