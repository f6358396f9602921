/** Normalization over batches, layers, channels. */
import type { AttrValue, Expr } from "@relayscope/ir";
import { ConversionFailure } from "../../diagnostics.ts";
import { add, divide, multiply, power, subtract } from "../../relay/arithmetic.ts";
import type { Relay } from "../../relay/relay.ts";
import { reduce, take, unary, variance } from "../../relay/wrappers.ts";
import { type Conversion, type Converter, type ConverterTable, versioned } from "../import/conversion.ts";

function float(value: number): AttrValue {
  return { kind: "Float", value };
}

const batchNorm: Converter = (c, r) => {
  c.attributes.allow("axis", "center", "consumed_inputs", "epsilon", "is_test", "momentum", "scale", "spatial", "training_mode");
  c.demandCount(5);
  const out = r.call("nn.batch_norm", c.all(), {
    epsilon: float(c.attributes.float("epsilon", 1e-5)),
    ...(c.attributes.has("axis") ? { axis: c.attributes.int("axis", 1) } : {}),
  });
  const [y, mean, spread] = [r.field(out, 0), r.field(out, 1), r.field(out, 2)];
  return { kind: "Several", tuple: r.tuple([y, mean, spread, r.field(out, 1), r.field(out, 2)]), size: 5 };
};

const instanceNorm: Converter = (c) => {
  c.attributes.allow("axis", "center", "epsilon", "scale");
  c.demandCount(3);
  return c.r.call("nn.instance_norm", c.all(), { epsilon: float(c.attributes.float("epsilon", 1e-5)) });
};

const lrn: Converter = (c) => {
  c.demandCount(1);
  return c.r.call("nn.lrn", c.all(), {
    size: c.attributes.demandInt("size"),
    axis: 1,
    alpha: float(c.attributes.float("alpha", 0.0001)),
    beta: float(c.attributes.float("beta", 0.75)),
    bias: float(c.attributes.float("bias", 1)),
  });
};

const layerNormalization: Converter = (c, r) => {
  const x = c.input(0);
  const rank = r.rankOf(x);
  const given = c.attributes.int("axis", -1);
  const first = given < 0 ? rank + given : given;
  if (first < 0) throw new ConversionFailure("its axis is outside of its input.");
  const axes = Array.from({ length: Math.max(0, rank - first) }, (_, i) => first + i);
  const dtype = r.dtypeOf(x);
  const mean = reduce(r, "mean", x, axes, true);
  const spread = variance(r, x, mean, axes, true);
  const epsilon = r.constant(c.attributes.float("epsilon", 1e-5), dtype);
  const inverse = divide(r, r.constant(1, dtype), unary(r, "sqrt", add(r, spread, epsilon)));
  let out = multiply(r, multiply(r, subtract(r, x, mean), inverse), c.input(1));
  const beta = c.optional(2);
  if (beta) out = add(r, out, beta);
  return r.several([out, mean, inverse]);
};

/** Normalization over the last axis. */
function layerNorm(r: Relay, x: Expr, epsilon: number, gamma: Expr, beta: Expr | undefined): Expr {
  const dtype = r.dtypeOf(x);
  const mean = reduce(r, "mean", x, -1, true);
  const spread = variance(r, x, mean, -1, true);
  const scale = unary(r, "sqrt", add(r, spread, r.constant(epsilon, dtype)));
  const out = multiply(r, divide(r, subtract(r, x, mean), scale), gamma);
  return beta ? add(r, out, beta) : out;
}

const skipLayerNormalization: Converter = (c, r) => {
  const [beta, bias] = [c.optional(3), c.optional(4)];
  if (!beta || !bias) throw new ConversionFailure("it is supported with beta and bias only.");
  const x = add(r, add(r, c.input(0), c.input(1)), bias);
  const out = layerNorm(r, x, c.attributes.float("epsilon", 1e-12), c.input(2), beta);
  const nothing = r.constant(0, "float32");
  return r.several([out, nothing, nothing]);
};

const embedLayerNormalization: Converter = (c, r) => {
  const [ids, segments] = [c.input(0), c.optional(1)];
  const [batch, length] = r.knownSizesOf(ids);
  if (batch === undefined || length === undefined || r.rankOf(ids) !== 2) throw new ConversionFailure("its first input is not a matrix.");
  const row = Array.from({ length }, (_, i) => i);
  const places = c.optional(8) ?? r.constant(Array.from({ length: batch }, () => row).flat(), "int32", [batch, length]);
  const word = take(r, c.input(2), ids, 0);
  let sum = add(r, word, take(r, c.input(3), places, 0));
  if (segments) sum = add(r, sum, take(r, c.input(4), segments, 0));
  const out = layerNorm(r, sum, c.attributes.float("epsilon", 1e-12), c.input(5), c.optional(6));
  const mask = c.optional(7);
  const index = mask ? reduce(r, "sum", mask, 1) : r.constant(new Array<number>(batch).fill(0), "int32");
  return r.several([out, index]);
};

const meanVariance: Converter = (c, r) => {
  const x = c.input(0);
  const axes = c.attributes.ints("axes", [0, 2, 3]);
  const two = () => r.constant(2, "float32");
  const mean = reduce(r, "mean", x, axes, true);
  const meanSquared = power(r, mean, two());
  const squaredMean = reduce(r, "mean", power(r, x, two()), axes, true);
  return divide(r, subtract(r, x, mean), unary(r, "sqrt", subtract(r, squaredMean, meanSquared)));
};

function dropout(c: Conversion): Expr {
  c.attributes.allow("is_test", "rate", "ratio");
  c.demandCount(1);
  const rate = c.attributes.int("ratio") ?? c.attributes.float("rate", 0.5);
  return c.r.field(c.r.call("nn.dropout", c.all(), { rate: float(rate) }), 0);
}

export const normalization: ConverterTable = {
  BatchNormalization: batchNorm,
  Dropout: dropout,
  EmbedLayerNormalization: embedLayerNormalization,
  InstanceNormalization: instanceNorm,
  LRN: lrn,
  LayerNormalization: versioned({ 17: layerNormalization }),
  MeanVarianceNormalization: meanVariance,
  SkipLayerNormalization: skipLayerNormalization,
  SpatialBN: batchNorm,
};
