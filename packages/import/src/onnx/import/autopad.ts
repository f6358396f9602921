/**
 * Padding by what the model calls `auto_pad`. Follows autopad in python/tvm/relay/frontend/common.py and get_pad_pair
 * in onnx.py.
 */
import { at, type Expr } from "@relayscope/ir";
import { ConversionFailure, quoted } from "../../diagnostics.ts";
import { maximum, subtract, where } from "../../relay/arithmetic.ts";
import type { Relay } from "../../relay/relay.ts";
import { concatenate, pad, reshape, shapeOf, stridedSlice } from "../../relay/wrappers.ts";
import type { Conversion } from "./conversion.ts";

export type AutoPad = "SAME_UPPER" | "SAME_LOWER" | "VALID" | "NOTSET";

/** The attribute `auto_pad`; undefined where it is not given. */
export function autoPadOf(c: Conversion): AutoPad | undefined {
  const mode = c.attributes.text("auto_pad");
  if (mode === undefined || mode === "SAME_UPPER" || mode === "SAME_LOWER" || mode === "VALID" || mode === "NOTSET") return mode;
  throw new ConversionFailure(`${quoted(mode)} is not a value of its attribute \`auto_pad\`.`);
}

export function isSame(mode: AutoPad | undefined): mode is "SAME_UPPER" | "SAME_LOWER" {
  return mode === "SAME_UPPER" || mode === "SAME_LOWER";
}

export interface AutoPadOptions {
  readonly mode: string;
  readonly strides: readonly number[];
  readonly kernel: readonly number[];
  readonly dilations: readonly number[];
  readonly isTransposed?: boolean;
  readonly value?: Expr;
}

/** Pads the spatial axes so that a window steps over all of them. */
export function autopad(r: Relay, data: Expr, { mode, strides, kernel, dilations, isTransposed, value }: AutoPadOptions): Expr {
  const int64 = (v: number | readonly number[]) => r.constant(v, "int64");
  const rank = r.rankOf(data);
  const steps = int64(strides);
  const reach = int64(kernel.slice(0, dilations.length).map((k, i) => (k - 1) * at(dilations, i) + 1));
  const shape = stridedSlice(r, shapeOf(r, data), [2], [rank]);
  const zero = int64(0);
  const rest = r.call("mod", [shape, steps]);
  const left = maximum(r, subtract(r, reach, steps), zero);
  const right = maximum(r, subtract(r, reach, rest), zero);
  let total = where(r, r.call("equal", [rest, zero]), left, right);
  if (isTransposed) total = subtract(r, subtract(r, int64(kernel), int64(1)), total);
  const before = r.call("floor_divide", [total, int64(2)]);
  const after = subtract(r, total, before);
  const [first, second] = mode.includes("LOWER") ? [after, before] : [before, after];
  const spatial = concatenate(r, [reshape(r, first, [-1, 1]), reshape(r, second, [-1, 1])], 1);
  const widths = concatenate(r, [r.constant([0, 0, 0, 0], "int64", [2, 2]), spatial], 0);
  return pad(r, data, r.fold(widths), value ?? r.constant(0, "float32"), "constant");
}

/** What one axis is padded with before and after. */
export function padPair(size: number, kernel: number, stride: number, mode: string): readonly [number, number] {
  const total = Math.max(kernel - (size % stride === 0 ? stride : size % stride), 0);
  const before = Math.floor(total / 2);
  return mode.includes("LOWER") ? [total - before, before] : [before, total - before];
}
