/** A sparse weight made dense. Follows prepare_dense_matrix_from_sparse in python/tvm/relay/frontend/tflite.py. */
import { elementCount, lazyTensor, raise, type TensorArray, type TensorData } from "@relayscope/ir";
import { ConversionFailure } from "../../diagnostics.ts";
import { bitsOf } from "../../views.ts";
import type { Model, SparseDimension, Sparsity, Tensor } from "./model.ts";
import { dtypeOfType, emptyArrayOf, flatValue } from "./tensorValue.ts";

/** How many elements a sparse weight may have when it is dense. */
const elementLimit = 256 * 1024 * 1024;

function damaged(): ConversionFailure {
  return new ConversionFailure("its sparse weight does not agree with the layout that the file states.");
}

/** The dense value. Throws a `ConversionFailure` if the tensor's layout is inconsistent. */
export function denseValue(model: Model, tensor: Tensor): TensorData {
  const { sparsity, shape } = tensor;
  const dtype = dtypeOfType(tensor.type);
  const values = flatValue(model, tensor);
  if (!sparsity || !shape) throw new ConversionFailure("its input is not sparse.");
  const count = elementCount(shape);
  if (shape.some((d) => d < 0) || !(count <= elementLimit)) throw damaged();
  const layout = layoutOf(sparsity, shape);
  const dense = emptyArrayOf(dtype, count);
  new Densifier(layout, values, dense).run();
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

/** A damaged file could nest levels until the stack overflows. */
const levelLimit = 16;

/** A damaged file could have long ranges without values: it may take this many steps beyond those for its values. */
const stepLimit = 10_000_000;

/** Walks the levels depth first and writes a value at each leaf. */
class Densifier {
  /** The index at each level of the walk. */
  private readonly indices: number[];
  private readonly source: ReturnType<typeof bitsOf>;
  private readonly target: ReturnType<typeof bitsOf>;
  private nextValue = 0;
  private steps = 0;

  constructor(
    private readonly layout: Layout,
    private readonly values: TensorArray,
    private readonly dense: TensorArray,
  ) {
    this.indices = new Array<number>(layout.order.length).fill(0);
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
    const begin = isSparse ? dimension.segments?.[parent] : 0;
    const end = isSparse ? dimension.segments?.[parent + 1] : dimension.denseSize;
    if (begin === undefined || end === undefined) throw damaged();
    for (let i = begin; i < end; i++) {
      if (++this.steps > stepLimit + 4 * this.values.length) throw damaged();
      const index = (isSparse ? dimension.indices?.[i] : i) ?? raise(damaged());
      this.indices[level] = index;
      this.walk(level + 1, isSparse ? i : parent * dimension.denseSize + i);
    }
  }

  private write(): void {
    const { shape } = this.layout;
    const coordinates = this.coordinates();
    let flat = 0;
    for (const [axis, size] of shape.entries()) flat = flat * size + (coordinates[axis] ?? 0);
    const value = this.nextValue++;
    if (value >= this.values.length || flat < 0 || flat >= this.dense.length) throw damaged();
    const { bits, width } = this.target;
    for (let part = 0; part < width; part++) bits[flat * width + part] = this.source.bits[value * width + part] ?? 0;
  }

  /** The coordinates of the current leaf. The traversal order has all axes first, then the blocks within them. */
  private coordinates(): readonly number[] {
    const { rank, order, blocks } = this.layout;
    const coordinates = new Array<number>(rank).fill(0);
    for (const [level, dimension] of order.entries()) {
      const index = this.indices[level] ?? 0;
      if (level < rank) {
        if (dimension >= rank) throw damaged();
        coordinates[dimension] = index;
        continue;
      }
      const block = blocks[dimension - rank];
      const before = block && coordinates[block.axis];
      if (!block || before === undefined) throw damaged();
      coordinates[block.axis] = before * block.size + index;
    }
    return coordinates;
  }
}
