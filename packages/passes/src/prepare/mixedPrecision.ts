/**
 * Which operators are computed in a narrower float, as the reference's lists say. Follows
 * python/tvm/relay/transform/mixed_precision.py.
 */
import type { Call } from "@relayscope/ir";

/**
 * `always`: narrow, for speed. `follow`: narrow if all arguments are narrow. `never`: wide, since results can be large.
 */
export type Precision = "always" | "follow" | "never";

/** How a call is computed: the dtype of its sums, and the one that its result is cast to. */
export interface CallPrecision {
  readonly precision: Precision;
  readonly accumulated: string;
  readonly result: string;
}

/** What a target's file says of a call of an operator, given the narrow dtype. */
export type PrecisionRule = (call: Call, narrow: string) => CallPrecision;

/** How a call of an operator is computed; undefined where nothing is known of the operator. */
export function precisionOf(
  call: Call,
  operator: string,
  narrow: string,
  own: ReadonlyMap<string, PrecisionRule | null> | undefined,
): CallPrecision | undefined {
  const rule = own?.get(operator);
  if (rule) return rule(call, narrow);
  const precision = rule === null ? undefined : listedPrecision(operator);
  return precision && { precision, accumulated: narrow, result: narrow };
}

const always = [
  "nn.conv1d nn.conv2d nn.conv3d nn.conv1d_transpose nn.conv2d_transpose nn.conv3d_transpose nn.dense nn.batch_matmul",
] as const;

const follow = [
  "nn.pad nn.batch_flatten concatenate zeros split squeeze transpose expand_dims reshape dyn.reshape broadcast_to_like dyn.broadcast_to",
  "strided_slice dyn.strided_slice take argwhere where tile dyn.tile scatter scatter_elements scatter_nd full dyn.full nn.depth_to_space",
  "less greater less_equal greater_equal",
  "copy cast cast_like",
  "add subtract multiply divide nn.bias_add nn.batch_norm sqrt shape_of",
  "max min maximum minimum argmax argmin nn.relu nn.leaky_relu nn.prelu nn.dropout",
  "sigmoid tanh fast_tanh fast_exp fast_erf clip",
  "nn.max_pool1d nn.max_pool2d nn.max_pool3d nn.avg_pool1d nn.avg_pool2d nn.avg_pool3d",
  "nn.global_max_pool2d nn.adaptive_max_pool1d nn.adaptive_max_pool2d nn.adaptive_max_pool3d image.resize2d",
] as const;

const never = [
  "exp power nn.cross_entropy nn.cross_entropy_with_logits nn.softmax nn.l2_normalize erf arange",
  "nn.global_avg_pool2d nn.adaptive_avg_pool1d nn.adaptive_avg_pool2d nn.adaptive_avg_pool3d sum mean variance nn.layer_norm",
] as const;

const namesIn = (lines: readonly string[]) => lines.flatMap((line) => line.split(" "));

/** The operators of each list, in the reference's order. */
export const precisionLists: Readonly<Record<Precision, readonly string[]>> = {
  always: namesIn(always),
  follow: namesIn(follow),
  never: namesIn(never),
};

const listed: ReadonlyMap<string, Precision> = new Map(
  (["always", "follow", "never"] as const).flatMap((precision) =>
    precisionLists[precision].map((name): [string, Precision] => [name, precision]),
  ),
);

/** The list that has an operator; undefined if no list has it. */
export function listedPrecision(operator: string): Precision | undefined {
  return listed.get(operator);
}

/** The largest finite value of a float; undefined if the reference can't convert to the dtype. */
export function largestOf(dtype: string): number | undefined {
  switch (dtype) {
    case "float16":
      return 65504;
    case "bfloat16":
      // (2^8 - 1) / 2^7 of its largest power, as the reference has it, which is more than a bfloat16 holds.
      return 3.895313892515355e38;
    case "float32":
    case "float64":
      return 3.4028234663852886e38;
    default:
      return undefined;
  }
}
