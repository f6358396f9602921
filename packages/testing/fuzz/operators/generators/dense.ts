/** Random matrix products, sparse ones and losses. */
import type { AttrValue, Dim, Type } from "@relayscope/ir";
import type { Random } from "../../random.ts";
import { type OperatorCase, tensor } from "../case.ts";
import type { Generators } from "../generator.ts";

function leading(random: Random): Dim[] {
  return random.many(random.pick([1, 1, 1, 0, 2]), () => random.pick<Dim>([1, 3, "?"]));
}

function dense(operator: string) {
  return (random: Random): OperatorCase => {
    const inner = random.int(2, 6);
    const units = random.int(2, 6);
    const dtype = random.pick(["float32", "float16", "int8"]);
    const isMatmul = operator === "nn.matmul";
    const isATransposed = isMatmul && random.chance(0.4);
    const isBTransposed = !isMatmul || random.chance(0.5);
    const rows = random.int(1, 4);
    const a = isATransposed ? [...leading(random), inner, rows] : [...leading(random), inner];
    const b = isBTransposed ? [units, inner] : [inner, units];
    const attrs: Record<string, AttrValue> = { units: random.chance(0.5) ? units : null };
    if (random.chance(0.3)) attrs.out_dtype = random.pick(["float32", "int32"]);
    if (isMatmul) Object.assign(attrs, { transpose_a: isATransposed, transpose_b: isBTransposed });
    return { operator, args: [tensor(a, dtype), random.chance(0.15) ? undefined : tensor(b, dtype)], attrs };
  };
}

function quantizedDense(random: Random): OperatorCase {
  const inner = random.int(2, 6);
  const units = random.int(2, 6);
  const scale = random.pick([tensor([]), tensor([units]), tensor(["?"])]);
  const zero = tensor([], "int32");
  const types = [tensor([...leading(random), inner], random.pick(["int8", "uint8", "int16"])), tensor([units, inner], "int8")];
  return {
    operator: "qnn.dense",
    args: [...types, zero, random.pick([zero, tensor([units], "int32")]), tensor([]), scale],
    attrs: { units: random.chance(0.7) ? units : null, out_dtype: random.pick(["int32", "int64", "int16"]) },
  };
}

function densePack(operator: string, extra: readonly Type[]) {
  return (random: Random): OperatorCase => ({
    operator,
    args: [tensor([random.int(1, 4), 8]), tensor(random.many(random.pick([3, 4, 4]), () => random.int(1, 8))), ...extra],
    attrs: { units: null, out_dtype: random.pick(["int32", "float32"]) },
  });
}

function batchMatmul(operator: string, extra: readonly Type[]) {
  return (random: Random): OperatorCase => {
    const [rows, inner, columns] = random.many(3, () => random.int(2, 6)) as [number, number, number];
    const batch = random.pick<Dim>([1, 3, "?"]);
    const other = random.pick<Dim>([batch, batch, 1]);
    const [isATransposed, isBTransposed] = [random.chance(0.4), random.chance(0.5)];
    const dtype = extra.length > 0 ? random.pick(["int8", "uint8"]) : random.pick(["float32", "int8"]);
    const attrs: Record<string, AttrValue> = { transpose_a: isATransposed, transpose_b: isBTransposed };
    if (extra.length > 0 || random.chance(0.4)) attrs.out_dtype = "int32";
    const a = tensor([batch, ...(isATransposed ? [inner, rows] : [rows, inner])], dtype);
    const b = tensor([other, ...(isBTransposed ? [columns, inner] : [inner, columns])], dtype);
    return { operator, args: [a, b, ...extra], attrs };
  };
}

function bitserialDense(random: Random): OperatorCase {
  return {
    operator: "nn.bitserial_dense",
    args: [tensor([...leading(random), 8], "uint32"), tensor([4, 8], "uint32")],
    attrs: { units: random.pick<AttrValue>([4, 4, null]), ...(random.chance(0.5) ? { out_dtype: "int16" } : {}) },
  };
}

function sparse(operator: string) {
  return (random: Random): OperatorCase => {
    const rank = random.pick([1, 3, 3, 2]);
    const data = tensor([16, 4, 2].slice(0, rank));
    const attrs: Record<string, AttrValue> = random.chance(0.4) ? { sparse_lhs: true } : {};
    const pointers = tensor([random.int(2, 9)], "int32");
    return { operator, args: [tensor([random.int(1, 4), 8]), data, tensor([16], "int32"), pointers], attrs };
  };
}

function sparseConvolution(random: Random): OperatorCase {
  return {
    operator: "nn.sparse_conv2d",
    args: [
      tensor(random.many(4, () => random.int(2, 8))),
      tensor([16, 4, 2].slice(0, random.int(1, 3))),
      tensor([16], "int32"),
      tensor([random.int(2, 9)], "int32"),
    ],
    attrs: { layout: random.pick(["NHWC", "NCHW", "CHWN"]) },
  };
}

function sparseAdd(random: Random): OperatorCase {
  const args = [tensor([4, 4]), tensor([random.int(1, 9)]), tensor([9], "int32"), tensor([5], "int32")];
  return { operator: "nn.sparse_add", args, attrs: {} };
}

function sparseTranspose(random: Random): OperatorCase {
  const indices = random.pick(["int32", "int64"]);
  const args = [tensor([random.int(1, 9)], random.pick(["float32", "int8"])), tensor([9], indices), tensor([5], indices)];
  return { operator: "nn.sparse_transpose", args, attrs: {} };
}

function crossEntropy(operator: string) {
  return (random: Random): OperatorCase => {
    const shape = random.many(2, () => random.pick<Dim>([2, 3, "?"]));
    return { operator, args: [tensor(shape), tensor(shape)], attrs: {} };
  };
}

function nllLoss(random: Random): OperatorCase {
  const classes = random.int(2, 5);
  const rest = random.many(random.int(0, 2), () => random.int(2, 4));
  return {
    operator: "nn.nll_loss",
    args: [tensor([2, classes, ...rest]), tensor([2, ...rest], random.pick(["int32", "int64", "uint8"])), tensor([classes])],
    attrs: { reduction: random.pick(["mean", "sum", "none"]), ignore_index: -100 },
  };
}

function fifoBuffer(random: Random): OperatorCase {
  const rank = random.int(1, 4);
  const shape = random.many(rank, () => random.int(2, 5));
  return { operator: "nn.fifo_buffer", args: [tensor(shape), tensor(shape)], attrs: { axis: random.int(-rank - 1, rank) } };
}

const scale = tensor([]);
const zero = tensor([], "int32");

export const denseGenerators: Generators = [
  ["nn.dense", dense("nn.dense")],
  ["nn.matmul", dense("nn.matmul")],
  ["nn.batch_matmul", batchMatmul("nn.batch_matmul", [])],
  ["nn.bitserial_dense", bitserialDense],
  ["nn.sparse_dense", sparse("nn.sparse_dense")],
  ["nn.internal.sparse_dense_padded", sparse("nn.internal.sparse_dense_padded")],
  ["nn.sparse_conv2d", sparseConvolution],
  ["nn.sparse_add", sparseAdd],
  ["nn.sparse_transpose", sparseTranspose],
  ["nn.cross_entropy", crossEntropy("nn.cross_entropy")],
  ["nn.cross_entropy_with_logits", crossEntropy("nn.cross_entropy_with_logits")],
  ["nn.nll_loss", nllLoss],
  ["nn.fifo_buffer", fifoBuffer],
  ["qnn.dense", quantizedDense],
  ["qnn.batch_matmul", batchMatmul("qnn.batch_matmul", [zero, zero, scale, scale])],
  ["qnn.contrib_dense_pack", densePack("qnn.contrib_dense_pack", [zero, zero, scale, scale])],
  ["nn.contrib_dense_pack", densePack("nn.contrib_dense_pack", [])],
];
