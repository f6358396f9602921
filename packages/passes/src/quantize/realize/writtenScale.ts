/**
 * Scales that were read from a text. A text has six digits of a scalar, too few to distinguish a shift from a
 * fixed-point product. If these digits equal those of the scale from calibration under the present options, that scale
 * is used.
 */
import { type Call, type Constant, constant, scalarTensor, scalarType } from "@relayscope/ir";
import { calibratedScale } from "../calibration.ts";
import type { QuantizeConfig } from "../config.ts";

/**
 * The exact scale of a `simulated_quantize` if its text had to round it; the same node if it did not, or if the scale
 * is unknown.
 */
export function wholeScale(call: Call, config: QuantizeConfig): Constant | undefined {
  const [, node] = call.args;
  if (node?.kind !== "Constant") return undefined;
  if (node.span === undefined || node.data?.values.length !== 1) return node;
  const written = Number(node.data.values[0]);
  const value = candidate(call, written, config);
  if (value === undefined || value === written || !isWrittenAs(value, written)) return node;
  const whole = constant(scalarTensor(value, "float32"), scalarType("float32"), { span: node.span });
  return node.assumed === undefined ? whole : { ...whole, assumed: node.assumed };
}

/** The scale from calibration; for a weight without data, the power of two closest to the written scale. */
function candidate(call: Call, written: number, config: QuantizeConfig): number | undefined {
  const known = calibratedScale(call, config);
  if (known !== undefined) return Math.fround(known);
  return config.weightScale === "power2" && written > 0 ? 2 ** Math.round(Math.log2(written)) : undefined;
}

/** Whether six digits of `value` may read as `written`. */
function isWrittenAs(value: number, written: number): boolean {
  const lastDigit = 10 ** (Math.floor(Math.log10(value)) - 5);
  return Math.abs(value - written) <= 0.5 * lastDigit + value * 2 ** -23;
}
