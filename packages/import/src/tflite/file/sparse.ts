/** A sparse weight made dense. Follows prepare_dense_matrix_from_sparse in python/tvm/relay/frontend/tflite.py. */
import { elementCount, lazyTensor, type TensorArray, type TensorData } from "@relayscope/ir";
import { ConversionFailure } from "../../diagnostics.ts";
import { bitsOf } from "../../views.ts";
import type { Model, SparseDimension, Sparsity, Tensor } from "./model.ts";
import { dtypeOfType, emptyArrayOf, flatValue } from "./tensorValue.ts";

/** How many elements a sparse weight may have when it is dense. */
const elementLimit = 256 * 1024 * 1024;

function damaged(): ConversionFailure {
  return new ConversionFailure("its sparse weight does not agree with the layout that the file states.");
}

/** The dense value. Throws a `ConversionFailure` where the tensor's layout makes no sense. */
export function denseValue(model: Model, tensor: Tensor): TensorData {
  const { sparsity, shape } = tensor;
  const dtype = dtypeOfType(tensor.type);
  const values = flatValue(model, tensor);
  if (!sparsity || !shape) throw new ConversionFailure("its input is not sparse.");
  const count = elementCount(shape);
  if (shape.some((d) => d < 0) || !(count <= elementLimit)) throw damaged();
  const layout = layoutOf(sparsity, shape);
  const dense = emptyArrayOf(dtype, count);
  new Filling(layout, values, dense).run();
  return lazyTensor(dtype, shape, () => dense);
}

interface Layout {
  readonly rank: number;
  readonly levels: readonly SparseDimension[];
  readonly order: readonly number[];
  /** The axis that each level of a block counts within, with the block's size along it. */
  readonly blocks: readonly { readonly axis: number; readonly size: number }[];
  readonly shape: readonly number[];
}

function layoutOf({ traversalOrder, blockMap, dimensions }: Sparsity, shape: readonly number[]): Layout {
  const rank = shape.length;
  if (dimensions.length < traversalOrder.length) throw damaged();
  if (traversalOrder.some((d) => d < 0 || d >= traversalOrder.length) || new Set(traversalOrder).size !== traversalOrder.length)
    throw damaged();
  const sizes: number[] = new Array<number>(blockMap.length).fill(0);
  let block = 0;
  for (let axis = 0; axis < rank; axis++) {
    if (blockMap[block] !== axis) continue;
    sizes[block] = dimensions[traversalOrder[rank + block] ?? -1]?.denseSize ?? 0;
    block++;
  }
  return {
    rank,
    levels: dimensions.slice(0, traversalOrder.length),
    order: traversalOrder,
    blocks: blockMap.map((axis, i) => ({ axis, size: sizes[i] ?? 0 })),
    shape,
  };
}

/** How deep the levels may go. */
const levelLimit = 16;

/** The limit of steps that do not write a value. */
const stepLimit = 10_000_000;

/** Walks the levels depth first and writes a value at each leaf. */
class Filling {
  private readonly at: number[];
  private readonly source: ReturnType<typeof bitsOf>;
  private readonly target: ReturnType<typeof bitsOf>;
  private next = 0;
  private steps = 0;

  constructor(
    private readonly layout: Layout,
    private readonly values: TensorArray,
    private readonly dense: TensorArray,
  ) {
    this.at = new Array<number>(layout.order.length).fill(0);
    this.source = bitsOf(values);
    this.target = bitsOf(dense);
  }

  run(): void {
    if (this.layout.levels.length > levelLimit) throw damaged();
    this.walk(0, 0);
  }

  private walk(level: number, parent: number): void {
    const dimension = this.layout.levels[level];
    if (!dimension) {
      this.write();
      return;
    }
    const isSparse = dimension.isSparse;
    const from = isSparse ? dimension.segments?.[parent] : 0;
    const to = isSparse ? dimension.segments?.[parent + 1] : dimension.denseSize;
    if (from === undefined || to === undefined) throw damaged();
    for (let i = from; i < to; i++) {
      if (++this.steps > stepLimit + 4 * this.values.length) throw damaged();
      const index = isSparse ? dimension.indices?.[i] : i;
      if (index === undefined) throw damaged();
      this.at[level] = index;
      this.walk(level + 1, isSparse ? i : parent * dimension.denseSize + i);
    }
  }

  private write(): void {
    const { shape } = this.layout;
    const place = this.place();
    let flat = 0;
    for (const [axis, size] of shape.entries()) flat = flat * size + (place[axis] ?? 0);
    const from = this.next++;
    if (from >= this.values.length || flat < 0 || flat >= this.dense.length) throw damaged();
    const { bits, width } = this.target;
    for (let part = 0; part < width; part++) bits[flat * width + part] = this.source.bits[from * width + part] ?? 0;
  }

  /** The place of the present leaf: blocks count within their axis. */
  private place(): readonly number[] {
    const { rank, order, blocks } = this.layout;
    const place = new Array<number>(rank).fill(0);
    for (const [level, dimension] of order.entries()) {
      const index = this.at[level] ?? 0;
      if (level < rank) {
        if (dimension >= rank) throw damaged();
        place[dimension] = index;
        continue;
      }
      const block = blocks[dimension - rank];
      const before = block && place[block.axis];
      if (!block || before === undefined) throw damaged();
      place[block.axis] = before * block.size + index;
    }
    return place;
  }
}
