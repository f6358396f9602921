/**
 * Scales that were read from a text. A text holds six digits of a scalar, too few to tell a shift from a fixed-point product. Where these
 * digits are those of the scale that calibration gives under the options in force, it is that scale.
 */
import { type Call, type Constant, constant, scalarTensor, scalarType } from "@relayscope/ir";
import { calibratedScale } from "../calibration.ts";
import type { QuantizeConfig } from "../config.ts";

/** The scale of a `simulated_quantize`, whole again where its text had to round it; the same node where it did not, or where nothing tells. */
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

/** What calibration gives; for a weight without data, the power of two next to what is written. */
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
