/** Activations: what is after a layer, element by element or along an axis. */
import type { Expr } from "@relayscope/ir";
import { ConversionFailure } from "../../diagnostics.ts";
import { add, divide, greater, less, maximum, minimum, multiply, negative, power, subtract, where } from "../../relay/arithmetic.ts";
import type { Relay } from "../../relay/relay.ts";
import { cast, concatenate, oneHot, reduce, reshape, shapeOf, stridedSlice, take, unary } from "../../relay/wrappers.ts";
import { type Conversion, type Converter, type ConverterTable, versioned } from "../import/conversion.ts";

function float(r: Relay, value: number, dtype = "float32"): Expr {
  return r.constant(value, dtype);
}

/** -alpha * relu(1 - exp(x)) + relu(x) */
function exponentialUnit(r: Relay, x: Expr, alpha: number): Expr {
  const low = unary(r, "nn.relu", subtract(r, float(r, 1), unary(r, "exp", x)));
  return add(r, multiply(r, float(r, -alpha), low), unary(r, "nn.relu", x));
}

const elu: Converter = (c) => exponentialUnit(c.r, c.input(0), c.attributes.float("alpha", 1));

const selu: Converter = (c) => {
  const alpha = c.attributes.float("alpha", 1.6732631921768188);
  const gamma = c.attributes.float("gamma", 1.0507010221481323);
  return multiply(c.r, float(c.r, gamma), exponentialUnit(c.r, c.input(0), alpha));
};

const celu: Converter = (c, r) => {
  const x = c.input(0);
  const dtype = r.dtypeOf(x);
  const alpha = float(r, c.attributes.float("alpha", 1), dtype);
  const zero = float(r, 0, dtype);
  const below = multiply(r, alpha, subtract(r, unary(r, "exp", divide(r, x, alpha)), float(r, 1, dtype)));
  return add(r, maximum(r, zero, x), minimum(r, zero, below));
};

/** x / 2 * (1 + erf(x / sqrt 2)) */
function gelu(r: Relay, x: Expr): Expr {
  const dtype = r.dtypeOf(x);
  const half = multiply(r, float(r, 0.5, dtype), x);
  const erf = unary(r, "erf", divide(r, x, float(r, Math.sqrt(2), dtype)));
  return multiply(r, half, add(r, float(r, 1, dtype), erf));
}

const biasGelu: Converter = (c) => {
  demandVector(c, c.input(1));
  return gelu(c.r, add(c.r, c.input(0), c.input(1)));
};

const fastGelu: Converter = (c, r) => {
  let x = c.input(0);
  const bias = c.optional(1);
  if (bias) {
    demandVector(c, bias);
    x = add(r, x, bias);
  }
  const dtype = r.dtypeOf(x);
  const scale = Math.sqrt(2 / Math.PI);
  const half = multiply(r, float(r, 0.5, dtype), x);
  const linear = multiply(r, float(r, scale, dtype), x);
  const cubic = multiply(r, float(r, 0.044715 * scale, dtype), power(r, x, float(r, 3, dtype)));
  return multiply(r, half, add(r, float(r, 1, dtype), unary(r, "tanh", add(r, linear, cubic))));
};

function demandVector(c: Conversion, bias: Expr): void {
  if (c.r.rankOf(bias) !== 1) throw new ConversionFailure("its bias is not a vector.");
}

const mish: Converter = (c, r) => {
  const x = c.input(0);
  const soft = unary(r, "log", add(r, float(r, 1, r.dtypeOf(x)), unary(r, "exp", x)));
  return multiply(r, x, unary(r, "tanh", soft));
};

const softplus: Converter = (c, r) => {
  const x = c.input(0);
  return unary(r, "log", add(r, unary(r, "exp", x), float(r, 1, r.dtypeOf(x))));
};

const parametricSoftplus: Converter = (c, r) => {
  const alpha = float(r, c.attributes.float("alpha", 1));
  const beta = float(r, c.attributes.float("beta", 1));
  return multiply(r, unary(r, "log", add(r, unary(r, "exp", multiply(r, beta, c.input(0))), float(r, 1))), alpha);
};

const softsign: Converter = (c) => divide(c.r, c.input(0), add(c.r, float(c.r, 1), unary(c.r, "abs", c.input(0))));

const scaledTanh: Converter = (c) => {
  const alpha = float(c.r, c.attributes.float("alpha", 1));
  const beta = float(c.r, c.attributes.float("beta", 1));
  return multiply(c.r, unary(c.r, "tanh", multiply(c.r, beta, c.input(0))), alpha);
};

const affine: Converter = (c) => {
  const alpha = float(c.r, c.attributes.float("alpha", 1));
  const beta = float(c.r, c.attributes.float("beta", 0));
  return add(c.r, multiply(c.r, alpha, c.input(0)), beta);
};

const scale: Converter = (c) => multiply(c.r, c.input(0), float(c.r, c.attributes.float("scale", 1)));

const leakyRelu: Converter = (c) => {
  c.attributes.allow("alpha");
  c.demandCount(1);
  return c.r.call("nn.leaky_relu", c.all(), { alpha: { kind: "Float", value: c.attributes.float("alpha", 0.01) } });
};

const thresholdedRelu: Converter = (c, r) => {
  const alpha = r.call("full_like", [c.input(0), float(r, c.attributes.float("alpha", 1))]);
  return multiply(r, c.input(0), cast(r, greater(r, c.input(0), alpha), "float32"));
};

const prelu: Converter = (c, r) => {
  c.demandCount(2);
  const shape = shapeOf(r, c.input(0));
  const alpha = reshape(r, r.call("broadcast_to_like", [c.input(1), c.input(0)]), [-1]);
  const output = r.call("nn.prelu", [reshape(r, c.input(0), [-1]), alpha], { axis: 0 });
  return reshape(r, output, shape);
};

function clipToUnit(r: Relay, x: Expr): Expr {
  return r.call("clip", [x], { a_min: { kind: "Float", value: 0 }, a_max: { kind: "Float", value: 1 } });
}

function hardSigmoidOf(c: Conversion, alpha: number): Expr {
  const { r } = c;
  const scaled = multiply(r, c.input(0), float(r, c.attributes.float("alpha", alpha)));
  return clipToUnit(r, add(r, scaled, float(r, c.attributes.float("beta", 0.5))));
}

const shrink: Converter = (c, r) => {
  const x = c.input(0);
  const dtype = r.dtypeOf(x);
  const bound = float(r, c.attributes.float("lambd", 0.5), dtype);
  const bias = float(r, c.attributes.float("bias", 0), dtype);
  const none = unary(r, "zeros_like", x);
  const low = where(r, less(r, x, negative(r, bound)), add(r, x, bias), none);
  return add(r, low, where(r, greater(r, x, bound), subtract(r, x, bias), none));
};

/** Before opset 13 all axes from `axis` on count as one. */
function softmaxOverRest(r: Relay, x: Expr, given: number): Expr {
  const sizes = r.sizesOf(x);
  const axis = given < 0 ? given + sizes.length : given;
  let flat: readonly number[];
  if (axis === 0) flat = [-1];
  else if (axis === sizes.length - 1) return r.call("nn.softmax", [x], { axis });
  else
    flat = [
      r
        .knownSizesOf(x)
        .slice(0, axis)
        .reduce((a, b) => a * b, 1),
      -1,
    ];
  const output = r.call("nn.softmax", [reshape(r, x, flat)], { axis: -1 });
  return reshape(r, output, r.knownSizesOf(x));
}

function softmaxOverAxis(r: Relay, x: Expr, given: number): Expr {
  const axis = given < 0 ? given + r.rankOf(x) : given;
  return r.call("nn.softmax", [x], { axis });
}

/** The logarithm of softmax along an axis. */
export function logSoftmaxOverAxis(r: Relay, x: Expr, axis: number): Expr {
  return unary(r, "log", softmaxOverAxis(r, x, axis));
}

const hardmaxOverRest: Converter = (c, r) => {
  const x = c.input(0);
  const rank = r.rankOf(x);
  const given = c.attributes.int("axis", 1);
  const axis = given < 0 ? given + rank : given;
  const dtype = r.dtypeOf(x);
  const product = (from: number, to: number) => reduce(r, "prod", stridedSlice(r, shapeOf(r, x), [from], [to], { strides: [1] }), 0, true);
  const before = axis === 0 ? r.constant([1], "int64") : product(0, axis);
  const flat = reshape(r, x, r.fold(concatenate(r, [before, product(axis, 2147483647)], 0)));
  const most = r.call("argmax", [flat], { axis: [1], keepdims: false, exclude: false, select_last_index: false });
  const depth = r.fold(take(r, shapeOf(r, flat), r.constant([1], "int64")));
  const hot = oneHot(r, [most, float(r, 1, dtype), float(r, 0, dtype)], depth, 1, dtype);
  return reshape(r, hot, shapeOf(r, x));
};

const hardmaxOverAxis: Converter = (c, r) => {
  const x = c.input(0);
  const rank = r.rankOf(x);
  const dtype = r.dtypeOf(x);
  const axis = ((c.attributes.int("axis", -1) % rank) + rank) % rank;
  const most = r.call("argmax", [x], { axis: [axis], keepdims: false, exclude: false, select_last_index: false });
  const depth = r.fold(take(r, shapeOf(r, x), r.constant([axis], "int64")));
  return oneHot(r, [most, float(r, 1, dtype), float(r, 0, dtype)], depth, axis, dtype);
};

export const activations: ConverterTable = {
  Affine: affine,
  BiasGelu: biasGelu,
  Celu: celu,
  Elu: elu,
  FastGelu: fastGelu,
  Gelu: (c) => gelu(c.r, c.input(0)),
  HardSigmoid: (c) => hardSigmoidOf(c, 0.2),
  HardSwish: (c) => multiply(c.r, c.input(0), hardSigmoidOf(c, 1 / 6)),
  Hardmax: versioned({ 1: hardmaxOverRest, 13: hardmaxOverAxis }),
  LeakyRelu: leakyRelu,
  LogSoftmax: versioned({
    1: (c) => unary(c.r, "log", softmaxOverRest(c.r, c.input(0), c.attributes.int("axis", 1))),
    13: (c) => logSoftmaxOverAxis(c.r, c.input(0), c.attributes.int("axis", -1)),
  }),
  Mish: mish,
  PRelu: prelu,
  ParametricSoftplus: parametricSoftplus,
  Relu: (c) => {
    c.attributes.allow();
    c.demandCount(1);
    return c.r.call("nn.relu", c.all());
  },
  Scale: scale,
  ScaledTanh: scaledTanh,
  Selu: selu,
  Shrink: shrink,
  Softmax: versioned({
    1: (c) => softmaxOverRest(c.r, c.input(0), c.attributes.int("axis", 1)),
    13: (c) => softmaxOverAxis(c.r, c.input(0), c.attributes.int("axis", -1)),
  }),
  Softplus: softplus,
  Softsign: softsign,
  ThresholdedRelu: thresholdedRelu,
};
