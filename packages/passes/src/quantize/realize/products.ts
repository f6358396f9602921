/**
 * Realizes products: multiplies in the data types of inputs and weights, and adds up in the type of activations. The
 * scales are multiplied, too.
 */
import type { Call } from "@relayscope/ir";
import { halfQuantized } from "../diagnostics.ts";
import type { Maker } from "../makeFor.ts";
import { cast, convolutionOf, dataAs, productScale, type Quantized, type RealizeRule, type RealizeState } from "./quantized.ts";

/** Convolutions and dense layers: the weight is always cast. */
function product(call: Call, data: Quantized, weight: Quantized, state: RealizeState, make: Maker): Quantized {
  const { dtypes } = state.config;
  const sides = [dataAs(data, dtypes.input, make), cast(weight.data, dtypes.weight, make)];
  return {
    data: make.over(call, sides, { out_dtype: dtypes.activation }),
    scale: productScale(data, weight, make),
    dtype: dtypes.activation,
    convolution: call,
  };
}

/** A product. Both sides must be quantized, or it stays in floating point. */
export function weighted(state: RealizeState): RealizeRule {
  return (call, args, held, make) => {
    const [data, weight] = args.map(held.of);
    return data && weight && held.hold(product(call, data, weight, state, make));
  };
}

/** As `weighted`, but a single quantized side is an error. */
export function weightedOrRefused(state: RealizeState): RealizeRule {
  return (call, args, held, make) => {
    const [data, weight] = args.map(held.of);
    if (data && weight) return held.hold(product(call, data, weight, state, make));
    if (data || weight) throw halfQuantized(call);
    return undefined;
  };
}

export function batchMatmul(state: RealizeState): RealizeRule {
  const { dtypes } = state.config;
  return (call, args, held, make) => {
    const [left, right] = args.map(held.of);
    if (!left || !right) return undefined;
    const sides = [dataAs(left, dtypes.input, make), dataAs(right, dtypes.weight, make)];
    return held.hold({
      data: make.over(call, sides, { out_dtype: dtypes.activation }),
      scale: productScale(left, right, make),
      dtype: dtypes.activation,
      convolution: convolutionOf(left, right),
    });
  };
}

/** Multiplication element by element, in the data type of activations. */
export function multiply(state: RealizeState): RealizeRule {
  const dtype = state.config.dtypes.activation;
  return (call, args, held, make) => {
    const [left, right] = args.map(held.of);
    if (!left || !right) return undefined;
    return held.hold({
      data: make.over(call, [dataAs(left, dtype, make), dataAs(right, dtype, make)]),
      scale: productScale(left, right, make),
      dtype,
      convolution: convolutionOf(left, right),
    });
  };
}
