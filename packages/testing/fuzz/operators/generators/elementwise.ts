/** Random activations, normalizations and quantized operators element by element. */
import type { AttrValue, Dim, Type } from "@relayscope/ir";
import type { Random } from "../../random.ts";
import { float, type OperatorCase, tensor } from "../case.ts";
import type { Generators } from "../generator.ts";

function shape(random: Random, low = 0, high = 5): Dim[] {
  return random.many(random.int(low, high), () => random.pick<Dim>([1, 2, 3, 4, 8, "?"]));
}

function unary(operator: string, attrs: (random: Random) => Record<string, AttrValue> = () => ({})) {
  return (random: Random): OperatorCase => ({
    operator,
    args: [tensor(shape(random), random.pick(["float32", "float16", "int8", "int32"]))],
    attrs: random.chance(0.7) ? attrs(random) : {},
  });
}

/** Data and vectors along an axis, some of them left to be inferred. */
function alongAxis(operator: string, vectors: number, lowest: number, usual: number) {
  return (random: Random): OperatorCase => {
    const size = shape(random, 1, 5);
    const axis = random.chance(0.6) ? random.int(-size.length, size.length - 1) : usual;
    const channels = size.at(axis) ?? 1;
    const dtype = random.pick(["float32", "float32", "float16"]);
    const vector = (): Type | undefined =>
      random.pick([undefined, tensor([channels], dtype), tensor([channels], dtype), tensor(["?"], dtype)]);
    const attrs: Record<string, AttrValue> = axis === usual && random.chance(0.5) ? {} : { axis: Math.max(axis, lowest) };
    if (operator === "nn.group_norm") attrs.num_groups = 2;
    return { operator, args: [tensor(size, dtype), ...random.many(vectors, vector)], attrs };
  };
}

function quantizedUnary(operator: string, isSoftmax = false) {
  return (random: Random): OperatorCase => {
    const scale = tensor([], random.chance(0.95) ? "float32" : "float16");
    const zero = tensor([], random.chance(0.95) ? "int32" : "int8");
    const data = tensor(shape(random), random.pick(["int8", "uint8", "int8", "int32"]));
    return {
      operator,
      args: [data, scale, zero, tensor([]), tensor([], "int32")],
      attrs: isSoftmax && random.chance(0.5) ? { axis: -1 } : {},
    };
  };
}

function quantizedBinary(operator: string) {
  return (random: Random): OperatorCase => {
    const lhs = shape(random, 0, 4);
    const rhs = random.chance(0.5) ? lhs : lhs.slice(random.int(0, lhs.length)).map((d) => (random.chance(0.2) ? 1 : d));
    const attrs: Record<string, AttrValue> = {};
    if (random.chance(0.4)) attrs.lhs_axis = random.int(-3, 3);
    if (random.chance(0.4)) attrs.rhs_axis = random.int(-3, 3);
    const dtype = random.pick(["int8", "uint8", "int32"]);
    const quantity = (size: readonly Dim[], axis: AttrValue | undefined, type: string): Type =>
      random.chance(0.75) ? tensor([], type) : tensor([size.at(typeof axis === "number" ? axis : -1) ?? 1], type);
    return {
      operator,
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
  };
}

function converted(operator: "quantize" | "dequantize" | "requantize") {
  return (random: Random): OperatorCase => {
    const size = shape(random, 0, 4);
    const axis = random.chance(0.5) ? -1 : random.int(-size.length, size.length);
    const quantity = (dtype: string): Type =>
      random.pick([tensor([], dtype), tensor([], dtype), tensor([size.at(axis) ?? 1], dtype), tensor([1], dtype)]);
    const from = operator === "quantize" ? ["float32", "float32", "float16"] : ["int8", "uint8", "int16", "int32"];
    const to = operator === "dequantize" ? ["float32", "float16", "int8"] : ["int8", "uint8", "int16", "int32", "uint16"];
    const attrs: Record<string, AttrValue> = { out_dtype: random.pick(to), ...(axis === -1 ? {} : { axis }) };
    const own = [tensor(size, random.pick(from)), quantity("float32"), quantity("int32")];
    return { operator: `qnn.${operator}`, args: operator === "requantize" ? [...own, tensor([]), tensor([], "int32")] : own, attrs };
  };
}

function simulated(operator: string) {
  return (random: Random): OperatorCase => ({
    operator,
    args: [tensor(shape(random)), tensor([], "int32"), tensor([]), tensor([], "int32")],
    attrs: operator.endsWith("dequantize") ? { out_dtype: "float32" } : {},
  });
}

function quantizedConcatenate(random: Random): OperatorCase {
  const count = random.int(1, 3);
  const size = shape(random, 1, 4);
  const axis = random.int(-size.length, size.length - 1);
  const fields = random.many(count, () => tensor(size.with(axis, random.int(1, 4)), "int8"));
  const tuple = (types: Type[]): Type => ({ kind: "TupleType", fields: types });
  return {
    operator: "qnn.concatenate",
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

const unaries = ["abs", "erf", "exp", "hardswish", "leaky_relu", "log", "rsqrt", "sigmoid", "sqrt", "tanh"];

export const elementwiseGenerators: Generators = [
  ["nn.relu", unary("nn.relu")],
  ["nn.leaky_relu", unary("nn.leaky_relu", () => ({ alpha: float(0.5) }))],
  ["nn.softmax", unary("nn.softmax", axisAttr)],
  ["nn.fast_softmax", unary("nn.fast_softmax", axisAttr)],
  ["nn.log_softmax", unary("nn.log_softmax", axisAttr)],
  ["nn.dropout", unary("nn.dropout", () => ({ rate: float(0.25) }))],
  ["nn.lrn", unary("nn.lrn", () => ({ size: 3 }))],
  ["nn.l2_normalize", (random) => ({ ...unary("nn.l2_normalize")(random), attrs: { eps: float(0.5), axis: [1] } })],
  ["nn.prelu", alongAxis("nn.prelu", 1, -9, 1)],
  ["nn.bias_add", alongAxis("nn.bias_add", 1, -9, 1)],
  ["nn.batch_norm", alongAxis("nn.batch_norm", 4, -1, 1)],
  ["nn.instance_norm", alongAxis("nn.instance_norm", 2, -9, 1)],
  ["nn.layer_norm", alongAxis("nn.layer_norm", 2, -9, -1)],
  ["nn.group_norm", alongAxis("nn.group_norm", 2, -9, 1)],
  ...unaries.map((name) => [`qnn.${name}`, quantizedUnary(`qnn.${name}`)] as const),
  ["qnn.softmax", quantizedUnary("qnn.softmax", true)],
  ...["add", "subtract", "mul"].map((name) => [`qnn.${name}`, quantizedBinary(`qnn.${name}`)] as const),
  ["qnn.quantize", converted("quantize")],
  ["qnn.dequantize", converted("dequantize")],
  ["qnn.requantize", converted("requantize")],
  ["qnn.simulated_quantize", simulated("qnn.simulated_quantize")],
  ["qnn.simulated_dequantize", simulated("qnn.simulated_dequantize")],
  ["qnn.concatenate", quantizedConcatenate],
];
