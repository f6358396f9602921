/** Quantized operators. */
import { type Constant, type Expr, elementCount, elementOf, firstOf, present, raise } from "@relayscope/ir";
import { ConversionFailure, messages } from "../../diagnostics.ts";
import { add, divide, maximum, minimum, multiply, subtract } from "../../relay/arithmetic.ts";
import type { Relay } from "../../relay/relay.ts";
import { cast, expandDims, reduce, squeeze, transpose, unary } from "../../relay/wrappers.ts";
import { type Conversion, type Converter, type ConverterTable, versioned } from "../import/conversion.ts";
import { kernelOf, ones, padded, padTuple } from "./convolution.ts";
import { globalPool, preparedPool } from "./pooling.ts";
import { batchedProduct, channelsOf } from "./products.ts";

/** A scale or zero point; a parameter that is kept becomes a constant. */
function scalarInput(c: Conversion, index: number, dtype = "float32"): Expr {
  const { r } = c;
  const x = c.input(index);
  const parameter = c.parameterOf(x);
  if (parameter) return castConstant(r, r.constantOf(parameter), dtype);
  const rank = r.rankOf(x);
  if (rank > 1) throw new ConversionFailure("its scales and zero points must be scalars.");
  return cast(r, rank === 1 ? squeeze(r, x, [0]) : x, dtype);
}

/** The same for what may be one number a channel. */
function channelInput(c: Conversion, index: number, dtype = "float32"): Expr {
  const { r } = c;
  const x = c.input(index);
  const parameter = c.parameterOf(x);
  if (parameter) return castConstant(r, r.constantOf(parameter), dtype);
  if (r.rankOf(x) > 1) throw new ConversionFailure("its scales and zero points must be scalars or vectors.");
  return cast(r, x, dtype);
}

function castConstant(r: Relay, value: Constant, dtype: string): Constant {
  return r.constant(r.numbersOf(value), dtype, value.data?.shape ?? []);
}

function quantize(r: Relay, args: readonly [x: Expr, scale: Expr, zero: Expr], dtype: string, axis = -1): Expr {
  return r.call("qnn.quantize", args, { out_dtype: dtype, axis });
}

function dequantize(r: Relay, x: Expr, scale: Expr, zero: Expr, axis = -1): Expr {
  return r.call("qnn.dequantize", [x, scale, zero], { axis, out_dtype: "float32" });
}

function quantizeLinear(hasAxis: boolean): Converter {
  return (c, r) => {
    c.demandCount(3);
    const zero = c.input(2);
    const axis = hasAxis && r.rankOf(c.input(0)) >= 2 ? c.attributes.int("axis", 1) : 0;
    return quantize(r, [c.input(0), c.input(1), cast(r, zero, "int32")], r.dtypeOf(zero), axis);
  };
}

function dequantizeLinear(hasAxis: boolean): Converter {
  return (c, r) => {
    c.demandCount(3);
    const axis = hasAxis && r.rankOf(c.input(0)) > 1 ? c.attributes.int("axis", 1) : 0;
    return dequantize(r, c.input(0), c.input(1), cast(r, c.input(2), "int32"), axis);
  };
}

const dynamicQuantizeLinear: Converter = (c, r) => {
  const data = c.input(0);
  const dtype = r.dtypeOf(data);
  const zero = r.constant(0, dtype);
  const most = maximum(r, zero, reduce(r, "max", data, null));
  const least = minimum(r, zero, reduce(r, "min", data, null));
  const scale = divide(r, subtract(r, most, least), r.constant(255, dtype));
  const shift = subtract(r, zero, divide(r, reduce(r, "min", data, null), scale));
  const clipped = r.call("clip", [shift], { a_min: { kind: "Float", value: 0 }, a_max: { kind: "Float", value: 255 } });
  const zeroPoint = cast(r, unary(r, "round", clipped), "uint8");
  return r.several([quantize(r, [data, scale, cast(r, zeroPoint, "int32")], "uint8", 0), scale, zeroPoint]);
};

/** An operator on numbers between dequantization of its inputs and quantization of its result. */
function between(count: number, operator: (c: Conversion, inputs: readonly Expr[]) => Expr, foldsScale = true): Converter {
  return (c, r) => {
    const inputs = Array.from({ length: count }, (_, i) => [scalarInput(c, 3 * i + 1), scalarInput(c, 3 * i + 2, "int32")] as const);
    const given = scalarInput(c, 3 * count);
    const scale = foldsScale ? r.fold(given) : given;
    const zero = scalarInput(c, 3 * count + 1, "int32");
    const dtype = r.dtypeOf(c.input(0));
    const values = inputs.map(([s, z], i) => dequantize(r, c.input(3 * i), s, z));
    return quantize(r, [operator(c, values), scale, zero], dtype);
  };
}

const averagePool: Converter = (c, r) => {
  const [scale, zero] = [scalarInput(c, 1), scalarInput(c, 2, "int32")];
  const outScale = r.fold(scalarInput(c, 3));
  const outZero = scalarInput(c, 4, "int32");
  const { data, pool } = preparedPool(c, "avg_pool");
  return quantize(r, [pool(dequantize(r, data, scale, zero)), outScale, outZero], r.dtypeOf(data));
};

const concatQuantized: Converter = (c, r) => {
  const axis = c.attributes.demandInt("axis");
  const scale = r.fold(scalarInput(c, 0));
  const zero = scalarInput(c, 1, "int32");
  if (c.inputs.length % 3 !== 2) throw new ConversionFailure("its inputs do not come in threes of tensor, scale and zero point.");
  const places = Array.from({ length: (c.inputs.length - 2) / 3 }, (_, i) => 2 + 3 * i);
  const tensors = r.tuple(places.map((i) => c.input(i)));
  const scales = r.tuple(places.map((i) => scalarInput(c, i + 1)));
  const zeros = r.tuple(places.map((i) => scalarInput(c, i + 2, "int32")));
  return r.call("qnn.concatenate", [tensors, scales, zeros, scale, zero], { axis });
};

interface ConvParts {
  readonly data: Expr;
  readonly weight: Expr;
  readonly zeros: readonly [Expr, Expr];
  readonly scales: readonly [Expr, Expr];
}

function qnnConv(c: Conversion, { data, weight, zeros, scales }: ConvParts, padValue: () => Expr): Expr {
  const { r } = c;
  const kernel = kernelOf(c, weight);
  const rank = r.rankOf(data);
  const window = padded(c, data, kernel, c.attributes.text("auto_pad")?.startsWith("SAME") ? { value: padValue() } : {});
  if (rank !== 4) throw new ConversionFailure("only two spatial axes are supported.");
  return r.call("qnn.conv2d", [window.data, weight, ...zeros, ...scales], {
    strides: c.attributes.ints("strides", ones(2)),
    padding: padTuple(window.padding, 2),
    dilation: c.attributes.ints("dilations", ones(2)),
    groups: c.attributes.int("group", 1),
    channels: r.knownSizesOf(weight)[0] ?? null,
    kernel_size: kernel,
    data_layout: "NCHW",
    kernel_layout: "OIHW",
    out_dtype: "int32",
  });
}

const qLinearConv: Converter = (c, r) => {
  const [xScale, xZero] = [scalarInput(c, 1), scalarInput(c, 2, "int32")];
  const [wScale, wZero] = [channelInput(c, 4), channelInput(c, 5, "int32")];
  const yScale = r.fold(scalarInput(c, 6));
  const yZero = scalarInput(c, 7, "int32");
  const weight = c.input(3);
  const channels = r.knownSizesOf(weight)[0];
  const sizes = [r.sizesOf(wScale), r.sizesOf(wZero)] as const;
  if (sizes.some((s) => s.length === 1) && sizes.some((s) => s[0] !== channels)) {
    throw new ConversionFailure("its weight's scales are not as many as its output channels.");
  }
  const padValue = () => {
    const zero = r.fold(xZero);
    if (zero.kind !== "Constant") throw new ConversionFailure("its zero point is not constant, which is not supported with `auto_pad`.");
    return r.constant(elementOf(zero.data ?? raise(messages.unknownValues()), 0), "int32");
  };
  let out = qnnConv(c, { data: c.input(0), weight, zeros: [xZero, wZero], scales: [xScale, wScale] }, padValue);
  if (c.inputs.length === 9) out = r.call("nn.bias_add", [out, c.input(8)]);
  const dtype = r.dtypeOf(c.input(7));
  const scale = multiply(r, xScale, wScale);
  const zero = () => r.constant(0, "int32");
  if (yScale.kind === "Constant") return requantize(r, [out, scale, zero(), yScale, yZero], 1, dtype);
  return quantize(r, [dequantize(r, out, scale, zero(), 1), yScale, yZero], dtype, 1);
};

function requantize(r: Relay, args: readonly Expr[], axis: number, dtype: string, rounding = "None"): Expr {
  return r.call("qnn.requantize", args, { axis, rounding, compute_dtype: "None", out_dtype: dtype });
}

const convInteger: Converter = (c, r) => {
  const zero = (i: number) => c.optional(i) ?? r.constant(0, "int32");
  const [dataZero, weightZero] = [zero(2), zero(3)];
  const one = () => r.constant(1, "float32");
  const zeros = [cast(r, dataZero, "int32"), cast(r, weightZero, "int32")] as const;
  return qnnConv(c, { data: c.input(0), weight: c.input(1), zeros, scales: [one(), one()] }, () => dataZero);
};

const qGemm: Converter = (c, r) => {
  let [a, b] = [c.input(0), c.input(3)];
  const [aScale, aZero] = [scalarInput(c, 1), scalarInput(c, 2, "int32")];
  const [bScale, bZero] = [channelInput(c, 4), channelInput(c, 5, "int32")];
  const [bias, yScale] = [c.optional(6), c.optional(7)];
  const yZero = scalarInput(c, 8, "int32");
  if (r.rankOf(a) !== 2 || r.rankOf(b) !== 2) throw new ConversionFailure("its operands are not matrices.");
  if (r.sizesOf(bScale).join() !== r.sizesOf(bZero).join())
    throw new ConversionFailure("its second scale and zero point are of different shape.");
  const alpha = c.attributes.float("alpha", 1);
  const isTransposed = Boolean(c.attributes.int("transB", 0));
  const channels = channelsOf(r, b, !isTransposed);
  const dtype = r.dtypeOf(a);
  if (c.attributes.int("transA", 0)) a = transpose(r, a, [1, 0]);
  if (!isTransposed) b = transpose(r, b, [1, 0]);
  let out: Expr = r.call("qnn.dense", [a, b, aZero, bZero, aScale, bScale], { units: channels, out_dtype: "int32" });
  if (bias) out = add(r, out, bias);
  let scale = multiply(r, aScale, bScale);
  if (alpha !== 1) scale = multiply(r, scale, r.constant(alpha, "float32"));
  const zero = r.constant(0, "int32");
  if (!yScale) return multiply(r, cast(r, out, "float32"), scale);
  if (yScale.kind === "Constant") return requantize(r, [out, scale, zero, yScale, yZero], -1, dtype, "TONEAREST");
  return quantize(r, [dequantize(r, out, scale, zero, 0), yScale, yZero], dtype, 0);
};

/** A scale or zero point resolved and folded, as a scalar where it has one element. */
function resolvedScalar(c: Conversion, x: Expr, dtype?: string): Expr {
  const { r } = c;
  let value = c.resolved(x);
  const own = r.dtypeOf(x);
  if (elementCount(r.knownSizesOf(x)) === 1 && r.rankOf(value) > 0) value = squeeze(r, value, null);
  if (dtype !== undefined && dtype !== own) value = cast(r, value, dtype);
  return r.fold(value);
}

interface MatMulInputs {
  readonly a: readonly [Expr, Expr, Expr];
  readonly b: readonly [Expr, Expr, Expr];
  readonly y: readonly [Expr, Expr];
}

const bytes = ["int8", "uint8"];

function qLinearMatMul(c: Conversion, { a, b, y }: MatMulInputs, outDtypes: readonly string[]): Expr {
  const { r } = c;
  for (const [x, scale, zero] of [a, b]) {
    const dtype = r.dtypeOf(x);
    if (!bytes.includes(dtype)) throw new ConversionFailure(`it does not take ${dtype}.`);
    if (r.dtypeOf(scale) !== "float32" || r.dtypeOf(zero) !== dtype)
      throw new ConversionFailure("its scales and zero points are of another type than wanted.");
  }
  const outDtype = r.dtypeOf(y[1]);
  if (r.dtypeOf(y[0]) !== "float32" || !outDtypes.includes(outDtype))
    throw new ConversionFailure("its output's scale and zero point are of another type than wanted.");
  const [aScale, aZero] = [resolvedScalar(c, a[1]), resolvedScalar(c, a[2], "int32")];
  const [bScale, bZero] = [resolvedScalar(c, b[1]), resolvedScalar(c, b[2], "int32")];
  const [yScale, yZero] = [resolvedScalar(c, y[0]), resolvedScalar(c, y[1], "int32")];
  const units = r.sizesOf(b[0]).at(-1) ?? null;
  const rest = [aZero, bZero, aScale, bScale];
  const dense = (x: Expr, w: Expr) => r.call("qnn.dense", [x, w, ...rest], { units, out_dtype: "int32" });
  let out: Expr;
  if (r.rankOf(a[0]) > 2 || r.rankOf(b[0]) > 2) {
    out = batchedProduct(r, a[0], b[0], {
      dense,
      batch: (x, w) => r.call("qnn.batch_matmul", [x, w, ...rest], { out_dtype: "int32", transpose_a: false, transpose_b: true }),
    });
  } else if (r.rankOf(a[0]) === 1) out = squeeze(r, dense(expandDims(r, a[0], 0), transpose(r, b[0])), [0]);
  else out = dense(a[0], transpose(r, b[0]));
  const scale = r.fold(multiply(r, aScale, bScale));
  if (outDtypes.includes("int32")) return out;
  const zero = r.constant(0, "int32");
  if (yScale.kind === "Constant") return requantize(r, [out, scale, zero, yScale, yZero], -1, outDtype, "TONEAREST");
  return quantize(r, [dequantize(r, out, scale, zero, 0), yScale, yZero], outDtype, 0);
}

const matMul: Converter = (c) => {
  c.demandCount(8);
  const [a, aScale, aZero, b, bScale, bZero, yScale, yZero] = firstOf(c.all(), 8);
  return qLinearMatMul(c, { a: [a, aScale, aZero], b: [b, bScale, bZero], y: [yScale, yZero] }, bytes);
};

const matMulInteger: Converter = (c, r) => {
  c.demandCount(2, 4);
  const [a, b] = [c.input(0), c.input(1)];
  const [aType, bType] = [r.dtypeOf(a), r.dtypeOf(b)];
  if (!bytes.includes(aType) || aType !== bType) throw new ConversionFailure(`it does not take ${aType} and ${bType}.`);
  const one = () => r.constant(1, "float32");
  const zero = (i: number) => (c.inputs.length === 4 ? c.input(i) : r.constant(0, aType));
  return qLinearMatMul(c, { a: [a, one(), zero(2)], b: [b, one(), zero(3)], y: [one(), r.constant(0, "int32")] }, ["int32"]);
};

export const quantized: ConverterTable = {
  ConvInteger: convInteger,
  DequantizeLinear: versioned({ 10: dequantizeLinear(false), 13: dequantizeLinear(true) }),
  DynamicQuantizeLinear: dynamicQuantizeLinear,
  MatMulInteger: matMulInteger,
  QGemm: qGemm,
  QLinearAdd: between(2, ({ r }, [a, b]) => add(r, present(a), present(b)), false),
  QLinearAveragePool: averagePool,
  QLinearConcat: concatQuantized,
  QLinearConv: qLinearConv,
  QLinearGlobalAveragePool: between(1, ({ r }, [x]) => globalPool(r, "avg", present(x))),
  QLinearLeakyRelu: between(1, ({ r, attributes }, [x]) =>
    r.call("nn.leaky_relu", [present(x)], { alpha: { kind: "Float", value: attributes.float("alpha", 1) } }),
  ),
  QLinearMatMul: matMul,
  QLinearMul: between(2, ({ r }, [a, b]) => multiply(r, present(a), present(b))),
  QLinearSigmoid: between(1, ({ r }, [x]) => unary(r, "sigmoid", present(x))),
  QLinearSoftmax: between(1, ({ r, attributes }, [x]) => r.call("nn.softmax", [present(x)], { axis: attributes.demandInt("axis") })),
  QuantizeLinear: versioned({ 10: quantizeLinear(false), 13: quantizeLinear(true) }),
};
