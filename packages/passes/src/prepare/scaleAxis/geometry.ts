/**
 * The geometry of a scale: the axes of a tensor that it runs along, and its shape for a weight or a bias. Follows
 * MatchBroadcastToLeftAxes and ExpandBiasToMatchAxis (src/relay/transforms/pattern_utils.h) and the helpers of
 * src/relay/transforms/fold_scale_axis.cc.
 */
import { at, attrOf, type Call, type Dim, dimsEqual, dimValue, type Expr, intOf, present, raise, textOf } from "@relayscope/ir";
import { inconvertibleLayouts } from "../../core/diagnostics.ts";
import { expandBiasToAxis, type OperatorCalls } from "../../core/operatorCalls.ts";
import { tensorOf } from "../../core/tensorOf.ts";
import { dynamicScale, noChannelAxis } from "../diagnostics.ts";
import { layoutAxes } from "../simplifyExpr/axisOrder.ts";

/**
 * The scale that a consumer can absorb: along these axes (ascending); only a positive one if an operator like relu is
 * between.
 */
export interface ScaleMessage {
  readonly axes: readonly number[];
  readonly needsPositive: boolean;
}

/**
 * The value as a scale along `axes` of `whole`, squeezed or repeated to exactly these axes; undefined if it does not
 * broadcast like that. Both must have tensor types.
 */
export function asScale(whole: Expr, value: Expr, axes: readonly number[], rewritten: Expr, calls: OperatorCalls): Expr | undefined {
  const [shape, own] = [tensorOf(whole).shape, tensorOf(value).shape];
  if (own.length === 0 && axes.length > 0) {
    let scale: Expr = calls("expand_dims", [rewritten], { axis: 0, num_newaxis: axes.length });
    // As in the reference, each axis is repeated by the size of the first one.
    const repeats = sizeOf(shape[at(axes, 0)], whole);
    for (let i = 0; i < axes.length; i++) scale = calls("repeat", [scale], { repeats, axis: i });
    return scale;
  }
  const ones = broadcastAxes(shape, own, axes);
  if (!ones) return undefined;
  return ones.length > 0 ? calls("squeeze", [rewritten], { axis: [...ones] }) : rewritten;
}

/** Whether a tensor broadcasts along exactly these axes of `whole`. */
export function broadcastsAlong(whole: Expr, value: Expr, axes: readonly number[]): boolean {
  return broadcastAxes(tensorOf(whole).shape, tensorOf(value).shape, axes) !== undefined;
}

/** The axes of size one in between; undefined if the shape does not match. */
function broadcastAxes(shape: readonly Dim[], own: readonly Dim[], axes: readonly number[]): readonly number[] | undefined {
  if (shape.length < own.length) return undefined;
  const lead = shape.length - own.length;
  const ones: number[] = [];
  for (let i = 0; i < shape.length; i++) {
    const dim = own[i - lead];
    if (axes.includes(i)) {
      if (dim === undefined || !dimsEqual(at(shape, i), dim)) return undefined;
    } else if (dim !== undefined) {
      if (dimValue(dim) !== 1) return undefined;
      ones.push(i - lead);
    }
  }
  return ones;
}

/** A scale reshaped to broadcast over a tensor of `shape` along `axes`. */
export function spread(scale: Expr, shape: readonly Dim[], axes: readonly number[], at: Expr, calls: OperatorCalls): Expr {
  if (axes.length === 1) return expandBiasToAxis(scale, shape.length, present(axes[0]), calls);
  return calls("reshape", [scale], { newshape: shape.map((d, i) => (axes.includes(i) ? sizeOf(d, at) : 1)) });
}

function sizeOf(dim: Dim | undefined, at: Expr): number {
  const size = (dim === undefined ? undefined : dimValue(dim)) ?? raise(dynamicScale(at));
  return size;
}

/** The geometry of a convolution for scale folding; undefined if folding skips it (grouped, or an uncommon layout). */
export interface ConvolutionGeometry {
  readonly isDepthwise: boolean;
  readonly rank: number;
  /** Axes of the weight: outer and, in blocked layouts, inner. */
  readonly outputAxes: readonly number[];
  readonly inputAxes: readonly number[];
  /** Channel axes of data in that layout. */
  channelAxes(layout: string): readonly number[] | undefined;
}

/**
 * Reads a convolution's layouts. Raises, as the reference, on a kernel layout with axes of its own (`GOIHW`), whether
 * there is a scale or not.
 */
export function convolutionGeometry(conv: Call): ConvolutionGeometry | undefined {
  const kernel = layoutAxes(textOf(conv.attrs, "kernel_layout"));
  const plain = conv.op.kind === "Op" && conv.op.name === "nn.conv2d" ? "HIOW" : "DHIOW";
  if ([...new Set(kernel.map((axis) => axis.toUpperCase()))].sort().join("") !== plain)
    throw inconvertibleLayouts(conv, textOf(conv.attrs, "kernel_layout"), plain === "HIOW" ? "OIHW" : "OIDHW");
  const shape = tensorOf(conv.args[1]).shape;
  const groups = intOf(attrOf(conv.attrs, "groups")) ?? 1;
  const total = (letter: string): number | undefined => {
    const sizes = [kernel.indexOf(letter), kernel.indexOf(letter.toLowerCase())]
      .filter((i) => i >= 0)
      .map((i) => dimValue(shape[i] ?? "?"));
    return sizes.includes(undefined) ? undefined : sizes.reduce<number>((a, b) => a * (b ?? 1), 1);
  };
  const isDepthwise = total("O") === groups && total("I") === 1;
  if (groups !== 1 && !isDepthwise) return undefined;
  const isBlocked = kernel.includes("o") && kernel.includes("i");
  if (!isBlocked && (kernel.includes("o") || kernel.includes("i"))) return undefined;
  const axes = (letter: string) => [letter, letter.toLowerCase()].map((l) => kernel.indexOf(l)).filter((i) => i >= 0);
  return {
    isDepthwise,
    rank: kernel.length,
    outputAxes: axes("O"),
    inputAxes: axes("I"),
    channelAxes(layout) {
      const data = layoutAxes(layout);
      if (!data.includes("C")) throw noChannelAxis(conv, layout);
      if (data.includes("c") !== isBlocked) return undefined;
      return isBlocked ? [data.indexOf("C"), data.indexOf("c")] : [data.indexOf("C")];
    },
  };
}

/** The weight of a convolution, scaled along axes of its channels. */
export function scaledWeight(weight: Expr, scale: Expr, axes: readonly number[], conv: Call, calls: OperatorCalls): Expr {
  return calls("multiply", [weight, spread(scale, tensorOf(conv.args[1]).shape, axes, conv, calls)]);
}
