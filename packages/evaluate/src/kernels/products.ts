/** Matrix products. Follows the computes of dense, matmul and batch_matmul (topi/nn upstream). */
import { attrOf, elementCount, type TensorData, type Type } from "@relayscope/ir";
import { writer } from "../arithmetic.ts";
import { blank, type Kernel, type KernelTable, tensors } from "../kernel.ts";
import { reordered } from "../layouts.ts";
import { arithmeticOf, numbersOf } from "../numbers.ts";

/**
 * Products of matrices in batches: `a` is (batches, rows, inner), or (batches, inner, rows) where it is transposed; `b`
 * is (batches, inner, columns), or (batches, columns, inner). A batch of one serves all.
 */
export function product(
  a: TensorData,
  b: TensorData,
  isTransposedA: boolean,
  isTransposedB: boolean,
  result: Type,
): TensorData | undefined {
  const out = blank(result);
  const [rowsA = 1, columnsA = 1] = a.shape.slice(-2);
  const [rowsB = 1, columnsB = 1] = b.shape.slice(-2);
  const [rows, inner] = isTransposedA ? [columnsA, rowsA] : [rowsA, columnsA];
  const [columns, innerB] = isTransposedB ? [rowsB, columnsB] : [columnsB, rowsB];
  if (!out || inner !== innerB) return undefined;
  const batches = elementCount(out.shape) / Math.max(1, rows * columns);
  const arithmetic = arithmeticOf(out.dtype);
  const [x, y] = [numbersOf(a, out.dtype), numbersOf(b, out.dtype)];
  const [batchA, batchB] = [
    elementCount(a.shape) === rows * inner ? 0 : rows * inner,
    elementCount(b.shape) === columns * inner ? 0 : columns * inner,
  ];
  const isWhole = (x: TensorData, size: number) => [size, batches * size].includes(elementCount(x.shape));
  if (batches > 0 && !(isWhole(a, rows * inner) && isWhole(b, columns * inner))) return undefined;
  const write = writer(out);
  let flat = 0;
  for (let batch = 0; batch < batches; batch++) {
    for (let row = 0; row < rows; row++) {
      const fromA = { at: batch * batchA + row * (isTransposedA ? 1 : inner), step: isTransposedA ? rows : 1 };
      for (let column = 0; column < columns; column++) {
        const fromB = { at: batch * batchB + column * (isTransposedB ? inner : 1), step: isTransposedB ? 1 : columns };
        write(flat++, arithmetic.dot(x, fromA, y, fromB, inner));
      }
    }
  }
  return out;
}

/** All axes but the last as one. */
function flattened(x: TensorData): TensorData {
  const last = x.shape.at(-1) ?? 1;
  return { ...x, shape: [elementCount(x.shape.slice(0, -1)), last] };
}

const dense: Kernel = (args, _attrs, result) => {
  const [data, weight] = tensors(args, 2) ?? [];
  return data && weight && product(flattened(data), weight, false, true, result);
};

const densePack: Kernel = (args, attrs, result) => {
  const [data, weight] = tensors(args, 2) ?? [];
  const layout = attrOf(attrs, "weight_layout");
  const plain = weight && typeof layout === "string" ? reordered(weight, layout, "NC") : undefined;
  return data && plain?.shape.length === 2 ? product(flattened(data), plain, false, true, result) : undefined;
};

const matmul: Kernel = (args, attrs, result) => {
  const [a, b] = tensors(args, 2) ?? [];
  if (!a || !b) return undefined;
  const [isTransposedA, isTransposedB] = [attrOf(attrs, "transpose_a") === true, attrOf(attrs, "transpose_b") === true];
  return product(isTransposedA || a.shape.length === 2 ? a : flattened(a), b, isTransposedA, isTransposedB, result);
};

const batchMatmul: Kernel = (args, attrs, result) => {
  const [a, b] = tensors(args, 2) ?? [];
  return a && b && product(a, b, attrOf(attrs, "transpose_a") === true, attrOf(attrs, "transpose_b") === true, result);
};

export const products: KernelTable = {
  "nn.batch_matmul": batchMatmul,
  "nn.contrib_dense_pack": densePack,
  "nn.dense": dense,
  "nn.matmul": matmul,
};
