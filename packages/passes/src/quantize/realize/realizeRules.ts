/** QuantizeRealize's rules by operator. Follows src/relay/quantize/realize.cc. */
import { simulatedQuantizeName } from "../simulatedQuantize.ts";
import { batchMatmul, multiply, weighted, weightedOrRefused } from "./products.ts";
import type { RealizeRule, RealizeState } from "./quantized.ts";
import { requantize } from "./requantize.ts";
import { add, concatenate } from "./sums.ts";
import { averagePool, castHint, clip, identity, maxPool } from "./unary.ts";

const families: Readonly<Record<string, (state: RealizeState) => RealizeRule>> = {
  [simulatedQuantizeName]: requantize,
  "nn.conv2d": weighted,
  "nn.conv1d": weightedOrRefused,
  "nn.dense": weighted,
  "nn.batch_matmul": batchMatmul,
  multiply,
  add,
  concatenate,
  clip: () => clip,
  "nn.relu": () => identity,
  reshape: () => identity,
  strided_slice: () => identity,
  "nn.batch_flatten": () => identity,
  transpose: () => identity,
  "annotation.stop_fusion": () => identity,
  "nn.max_pool2d": maxPool,
  "nn.max_pool1d": maxPool,
  "nn.avg_pool2d": averagePool,
  "nn.global_avg_pool2d": averagePool,
  "annotation.cast_hint": () => castHint,
};

/** The rules over one state. */
export function realizeRules(state: RealizeState): ReadonlyMap<string, RealizeRule> {
  return new Map(Object.entries(families).map(([name, family]) => [name, family(state)]));
}
