/** QuantizeAnnotate's rules by operator. Follows python/tvm/relay/quantize/_annotate.py. */
import type { AnnotateRule, AnnotateState } from "./annotation.ts";
import { batchMatmul, dense, multiply, weighted } from "./products.ts";
import { add, concatenate } from "./sums.ts";
import { castHint, globalPooling, identity, leftAlone, maxPool } from "./unary.ts";

const families: Readonly<Record<string, (state: AnnotateState) => AnnotateRule>> = {
  "nn.contrib_conv2d_NCHWc": () => leftAlone,
  "nn.conv2d": weighted,
  "nn.conv1d": weighted,
  "nn.dense": dense,
  "nn.batch_matmul": batchMatmul,
  multiply,
  add,
  concatenate,
  reshape: identity,
  clip: identity,
  "nn.relu": identity,
  strided_slice: identity,
  "nn.avg_pool2d": identity,
  "nn.batch_flatten": identity,
  transpose: identity,
  "annotation.stop_fusion": identity,
  "nn.max_pool2d": maxPool,
  "nn.max_pool1d": maxPool,
  "annotation.cast_hint": castHint,
  "nn.global_avg_pool2d": globalPooling,
};

/**
 * The rules over one state. Where only some operators are enabled, the others' calls take their arguments as they are.
 */
export function annotateRules(state: AnnotateState): ReadonlyMap<string, AnnotateRule> {
  const enabled = state.config.enabledOperators;
  return new Map(Object.entries(families).map(([name, family]) => [name, !enabled || enabled.has(name) ? family(state) : leftAlone]));
}
