/** Random activations, normalizations and quantized operators element by element. */
import type { AttrValue, Dim, Type } from "@relayscope/ir";
import type { Random } from "../../random.ts";
import { float, tensor } from "../case.ts";
import { type Attributes, alike, type GeneratorTable, type Made } from "../generator.ts";

function shape(random: Random, low = 0, high = 5): Dim[] {
  return random.many(random.int(low, high), () => random.pick<Dim>([1, 2, 3, 4, 8, "?"]));
}

function unary(attrs: (random: Random) => Attributes = () => ({})) {
  return (random: Random): Made => ({
    args: [tensor(shape(random), random.pick(["float32", "float16", "int8", "int32"]))],
    attrs: random.chance(0.7) ? attrs(random) : {},
  });
}

/** Data and vectors along an axis, some of them left to be inferred. */
function alongAxis(vectors: number, lowest: number, usual: number, more: Attributes = {}) {
  return (random: Random): Made => {
    const size = shape(random, 1, 5);
    const axis = random.chance(0.6) ? random.int(-size.length, size.length - 1) : usual;
    const channels = size.at(axis) ?? 1;
    const dtype = random.pick(["float32", "float32", "float16"]);
    const vector = (): Type | undefined =>
      random.pick([undefined, tensor([channels], dtype), tensor([channels], dtype), tensor(["?"], dtype)]);
    const attrs: Record<string, AttrValue> = axis === usual && random.chance(0.5) ? {} : { axis: Math.max(axis, lowest) };
    return { args: [tensor(size, dtype), ...random.many(vectors, vector)], attrs: { ...attrs, ...more } };
  };
}

function quantizedUnary(isSoftmax: boolean) {
  return (random: Random): Made => {
    const scale = tensor([], random.chance(0.95) ? "float32" : "float16");
    const zero = tensor([], random.chance(0.95) ? "int32" : "int8");
    const data = tensor(shape(random), random.pick(["int8", "uint8", "int8", "int32"]));
    return {
      args: [data, scale, zero, tensor([]), tensor([], "int32")],
      attrs: isSoftmax && random.chance(0.5) ? { axis: -1 } : {},
    };
  };
}

function quantizedBinary(random: Random): Made {
  const lhs = shape(random, 0, 4);
  const rhs = random.chance(0.5) ? lhs : lhs.slice(random.int(0, lhs.length)).map((d) => (random.chance(0.2) ? 1 : d));
  const attrs: Record<string, AttrValue> = {};
  if (random.chance(0.4)) attrs.lhs_axis = random.int(-3, 3);
  if (random.chance(0.4)) attrs.rhs_axis = random.int(-3, 3);
  const dtype = random.pick(["int8", "uint8", "int32"]);
  const quantity = (size: readonly Dim[], axis: AttrValue | undefined, type: string): Type =>
    random.chance(0.75) ? tensor([], type) : tensor([size.at(typeof axis === "number" ? axis : -1) ?? 1], type);
  return {
    args: [
      tensor(lhs, dtype),
      tensor(rhs, dtype),
      quantity(lhs, attrs.lhs_axis, "float32"),
      quantity(lhs, attrs.lhs_axis, "int32"),
      quantity(rhs, attrs.rhs_axis, "float32"),
      quantity(rhs, attrs.rhs_axis, "int32"),
      tensor([]),
      tensor([], "int32"),
    ],
    attrs,
  };
}

function converted(operator: "quantize" | "dequantize" | "requantize") {
  return (random: Random): Made => {
    const size = shape(random, 0, 4);
    const axis = random.chance(0.5) ? -1 : random.int(-size.length, size.length);
    const quantity = (dtype: string): Type =>
      random.pick([tensor([], dtype), tensor([], dtype), tensor([size.at(axis) ?? 1], dtype), tensor([1], dtype)]);
    const from = operator === "quantize" ? ["float32", "float32", "float16"] : ["int8", "uint8", "int16", "int32"];
    const to = operator === "dequantize" ? ["float32", "float16", "int8"] : ["int8", "uint8", "int16", "int32", "uint16"];
    const attrs: Record<string, AttrValue> = { out_dtype: random.pick(to), ...(axis === -1 ? {} : { axis }) };
    const own = [tensor(size, random.pick(from)), quantity("float32"), quantity("int32")];
    return { args: operator === "requantize" ? [...own, tensor([]), tensor([], "int32")] : own, attrs };
  };
}

function simulated(attrs: Attributes) {
  return (random: Random): Made => ({ args: [tensor(shape(random)), tensor([], "int32"), tensor([]), tensor([], "int32")], attrs });
}

function quantizedConcatenate(random: Random): Made {
  const count = random.int(1, 3);
  const size = shape(random, 1, 4);
  const axis = random.int(-size.length, size.length - 1);
  const fields = random.many(count, () => tensor(size.with(axis, random.int(1, 4)), "int8"));
  const tuple = (types: Type[]): Type => ({ kind: "TupleType", fields: types });
  return {
    args: [
      tuple(fields),
      tuple(random.many(count, () => tensor([]))),
      tuple(random.many(count, () => tensor([], "int32"))),
      tensor([]),
      tensor([], "int32"),
    ],
    attrs: { axis },
  };
}

function axisAttr(random: Random): Record<string, AttrValue> {
  return { axis: random.int(-4, 4) };
}

export const elementwiseGenerators: GeneratorTable = {
  "nn.relu": unary(),
  "nn.leaky_relu": unary(() => ({ alpha: float(0.5) })),
  ...alike("nn.softmax nn.fast_softmax nn.log_softmax", unary(axisAttr)),
  "nn.dropout": unary(() => ({ rate: float(0.25) })),
  "nn.lrn": unary(() => ({ size: 3 })),
  "nn.l2_normalize": (random) => ({ ...unary()(random), attrs: { eps: float(0.5), axis: [1] } }),
  ...alike("nn.prelu nn.bias_add", alongAxis(1, -9, 1)),
  "nn.batch_norm": alongAxis(4, -1, 1),
  "nn.instance_norm": alongAxis(2, -9, 1),
  "nn.layer_norm": alongAxis(2, -9, -1),
  "nn.group_norm": alongAxis(2, -9, 1, { num_groups: 2 }),
  ...alike("qnn.abs qnn.erf qnn.exp qnn.hardswish qnn.leaky_relu qnn.log qnn.rsqrt qnn.sigmoid qnn.sqrt qnn.tanh", quantizedUnary(false)),
  "qnn.softmax": quantizedUnary(true),
  ...alike("qnn.add qnn.subtract qnn.mul", quantizedBinary),
  "qnn.quantize": converted("quantize"),
  "qnn.dequantize": converted("dequantize"),
  "qnn.requantize": converted("requantize"),
  "qnn.simulated_quantize": simulated({}),
  "qnn.simulated_dequantize": simulated({ out_dtype: "float32" }),
  "qnn.concatenate": quantizedConcatenate,
};
