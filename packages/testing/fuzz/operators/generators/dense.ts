/** Random matrix products, sparse ones and losses. */
import type { AttrValue, Dim, Type } from "@relayscope/ir";
import type { Random } from "../../random.ts";
import { tensor } from "../case.ts";
import { alike, type GeneratorTable, type Made } from "../generator.ts";

function leading(random: Random): Dim[] {
  return random.many(random.pick([1, 1, 1, 0, 2]), () => random.pick<Dim>([1, 3, "?"]));
}

function dense(isMatmul: boolean) {
  return (random: Random): Made => {
    const inner = random.int(2, 6);
    const units = random.int(2, 6);
    const dtype = random.pick(["float32", "float16", "int8"]);
    const isATransposed = isMatmul && random.chance(0.4);
    const isBTransposed = !isMatmul || random.chance(0.5);
    const rows = random.int(1, 4);
    const a = isATransposed ? [...leading(random), inner, rows] : [...leading(random), inner];
    const b = isBTransposed ? [units, inner] : [inner, units];
    const attrs: Record<string, AttrValue> = { units: random.chance(0.5) ? units : null };
    if (random.chance(0.3)) attrs.out_dtype = random.pick(["float32", "int32"]);
    if (isMatmul) Object.assign(attrs, { transpose_a: isATransposed, transpose_b: isBTransposed });
    return { args: [tensor(a, dtype), random.chance(0.15) ? undefined : tensor(b, dtype)], attrs };
  };
}

function quantizedDense(random: Random): Made {
  const inner = random.int(2, 6);
  const units = random.int(2, 6);
  const scale = random.pick([tensor([]), tensor([units]), tensor(["?"])]);
  const zero = tensor([], "int32");
  const types = [tensor([...leading(random), inner], random.pick(["int8", "uint8", "int16"])), tensor([units, inner], "int8")];
  return {
    args: [...types, zero, random.pick([zero, tensor([units], "int32")]), tensor([]), scale],
    attrs: { units: random.chance(0.7) ? units : null, out_dtype: random.pick(["int32", "int64", "int16"]) },
  };
}

function densePack(...extra: readonly Type[]) {
  return (random: Random): Made => ({
    args: [tensor([random.int(1, 4), 8]), tensor(random.many(random.pick([3, 4, 4]), () => random.int(1, 8))), ...extra],
    attrs: { units: null, out_dtype: random.pick(["int32", "float32"]) },
  });
}

function batchMatmul(...extra: readonly Type[]) {
  return (random: Random): Made => {
    const [rows, inner, columns] = random.many(3, () => random.int(2, 6)) as [number, number, number];
    const batch = random.pick<Dim>([1, 3, "?"]);
    const other = random.pick<Dim>([batch, batch, 1]);
    const [isATransposed, isBTransposed] = [random.chance(0.4), random.chance(0.5)];
    const dtype = extra.length > 0 ? random.pick(["int8", "uint8"]) : random.pick(["float32", "int8"]);
    const attrs: Record<string, AttrValue> = { transpose_a: isATransposed, transpose_b: isBTransposed };
    if (extra.length > 0 || random.chance(0.4)) attrs.out_dtype = "int32";
    const a = tensor([batch, ...(isATransposed ? [inner, rows] : [rows, inner])], dtype);
    const b = tensor([other, ...(isBTransposed ? [columns, inner] : [inner, columns])], dtype);
    return { args: [a, b, ...extra], attrs };
  };
}

function bitserialDense(random: Random): Made {
  return {
    args: [tensor([...leading(random), 8], "uint32"), tensor([4, 8], "uint32")],
    attrs: { units: random.pick<AttrValue>([4, 4, null]), ...(random.chance(0.5) ? { out_dtype: "int16" } : {}) },
  };
}

function sparse(random: Random): Made {
  const rank = random.pick([1, 3, 3, 2]);
  const data = tensor([16, 4, 2].slice(0, rank));
  const attrs: Record<string, AttrValue> = random.chance(0.4) ? { sparse_lhs: true } : {};
  const pointers = tensor([random.int(2, 9)], "int32");
  return { args: [tensor([random.int(1, 4), 8]), data, tensor([16], "int32"), pointers], attrs };
}

function sparseConvolution(random: Random): Made {
  return {
    args: [
      tensor(random.many(4, () => random.int(2, 8))),
      tensor([16, 4, 2].slice(0, random.int(1, 3))),
      tensor([16], "int32"),
      tensor([random.int(2, 9)], "int32"),
    ],
    attrs: { layout: random.pick(["NHWC", "NCHW", "CHWN"]) },
  };
}

function sparseAdd(random: Random): Made {
  return { args: [tensor([4, 4]), tensor([random.int(1, 9)]), tensor([9], "int32"), tensor([5], "int32")] };
}

function sparseTranspose(random: Random): Made {
  const indices = random.pick(["int32", "int64"]);
  return { args: [tensor([random.int(1, 9)], random.pick(["float32", "int8"])), tensor([9], indices), tensor([5], indices)] };
}

function crossEntropy(random: Random): Made {
  const shape = random.many(2, () => random.pick<Dim>([2, 3, "?"]));
  return { args: [tensor(shape), tensor(shape)] };
}

function nllLoss(random: Random): Made {
  const classes = random.int(2, 5);
  const rest = random.many(random.int(0, 2), () => random.int(2, 4));
  return {
    args: [tensor([2, classes, ...rest]), tensor([2, ...rest], random.pick(["int32", "int64", "uint8"])), tensor([classes])],
    attrs: { reduction: random.pick(["mean", "sum", "none"]), ignore_index: -100 },
  };
}

function fifoBuffer(random: Random): Made {
  const rank = random.int(1, 4);
  const shape = random.many(rank, () => random.int(2, 5));
  return { args: [tensor(shape), tensor(shape)], attrs: { axis: random.int(-rank - 1, rank) } };
}

const scale = tensor([]);
const zero = tensor([], "int32");

export const denseGenerators: GeneratorTable = {
  "nn.dense": dense(false),
  "nn.matmul": dense(true),
  "nn.batch_matmul": batchMatmul(),
  "nn.bitserial_dense": bitserialDense,
  ...alike("nn.sparse_dense nn.internal.sparse_dense_padded", sparse),
  "nn.sparse_conv2d": sparseConvolution,
  "nn.sparse_add": sparseAdd,
  "nn.sparse_transpose": sparseTranspose,
  ...alike("nn.cross_entropy nn.cross_entropy_with_logits", crossEntropy),
  "nn.nll_loss": nllLoss,
  "nn.fifo_buffer": fifoBuffer,
  "qnn.dense": quantizedDense,
  "qnn.batch_matmul": batchMatmul(zero, zero, scale, scale),
  "qnn.contrib_dense_pack": densePack(zero, zero, scale, scale),
  "nn.contrib_dense_pack": densePack(),
};
