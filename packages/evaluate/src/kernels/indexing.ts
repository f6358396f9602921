/**
 * Picking, placing and ordering elements. Follows the computes of src/relay/op/tensor/transform.cc and topi's gather,
 * scatter, sort, topk and scan.
 */
import {
  type Attrs,
  attrOf,
  countWhile,
  elementCount,
  elementOf,
  firstOf,
  intOf,
  present,
  setElement,
  type TensorData,
  type Type,
} from "@relayscope/ir";
import { isFloat, isLong, numberReader, reader, slotsOf, writer } from "../arithmetic.ts";
import {
  axisOf,
  blank,
  eachIndex,
  gathered,
  isTensor,
  type Kernel,
  type KernelTable,
  mostArgwhereAxes,
  onTensors,
  stridesOf,
  tensors,
} from "../kernel.ts";
import { eachOffset } from "../layouts.ts";
import { castTensor } from "./pointwise.ts";

type Element = number | bigint;

/** Calls `visit` with the flat offset of the first element of each line along an axis. */
function eachLine(shape: readonly number[], axis: number, visit: (start: number) => void): void {
  const steps = stridesOf(shape);
  eachOffset(
    shape.filter((_, i) => i !== axis),
    steps.filter((_, i) => i !== axis),
    0,
    (_, start) => visit(start),
  );
}

const gather = onTensors(2, ([x, indices], out, attrs) => {
  const axis = axisOf(attrs, "axis", x.shape.length);
  const steps = stridesOf(x.shape);
  const read = numberReader(indices);
  let flat = 0;
  return gathered(x, out, (index) => {
    let offset = read(flat++) * present(steps[axis]);
    for (let i = 0; i < index.length; i++) if (i !== axis) offset += present(index[i]) * present(steps[i]);
    return offset;
  });
});

/**
 * Offsets into a tensor that the tuples along the first axis of `indices` name, in order of the remaining axes.
 * Undefined if the tuples are longer than the shape.
 */
function tupleOffsets(indices: TensorData, shape: readonly number[], skip: number): Float64Array | undefined {
  const width = indices.shape[0] ?? 0;
  if (skip < 0 || skip + width > shape.length) return undefined;
  const count = elementCount(indices.shape.slice(1));
  const steps = stridesOf(shape);
  const read = numberReader(indices);
  const out = new Float64Array(count);
  for (let i = 0; i < count; i++) {
    let offset = 0;
    for (let k = 0; k < width; k++) {
      const at = Math.trunc(read(k * count + i));
      offset += (at < 0 ? at + present(shape[skip + k]) : at) * present(steps[skip + k]);
    }
    out[i] = offset;
  }
  return out;
}

const gatherNd = onTensors(2, ([x, indices], out, attrs) => {
  const batchDims = intOf(attrOf(attrs, "batch_dims")) ?? 0;
  const offsets = tupleOffsets(indices, x.shape, batchDims);
  if (!offsets) return undefined;
  const inner = elementCount(x.shape.slice(batchDims + (indices.shape[0] ?? 0)));
  const batches = elementCount(x.shape.slice(0, batchDims));
  const perBatch = offsets.length / Math.max(1, batches);
  const batchSize = elementCount(x.shape.slice(batchDims));
  const [from, to] = [x.values, slotsOf(out)];
  for (let i = 0; i < offsets.length; i++) {
    const start = Math.floor(i / perBatch) * batchSize + present(offsets[i]);
    // The reference reads outside the data.
    if (start < 0 || start + inner > from.length) return undefined;
    for (let j = 0; j < inner; j++) to[i * inner + j] = present(from[start + j]);
  }
  return out;
});

type Meet = (so: Element, update: Element) => Element;

const ordered = (a: Element, b: Element): readonly [Element, Element] => (b < a ? [b, a] : [a, b]);

const meets: Readonly<Record<string, Meet>> = {
  update: (_, update) => update,
  add: (so, update) => ((so as number) + (update as number)) as Element,
  mul: (so, update) => ((so as number) * (update as number)) as Element,
  min: (so, update) => ordered(so, update)[0],
  max: (so, update) => ordered(so, update)[1],
};

function meetOf(attrs: Attrs | undefined, name: string): Meet | undefined {
  const mode = attrOf(attrs, name);
  return typeof mode === "string" && Object.hasOwn(meets, mode) ? meets[mode] : undefined;
}

function copyOf(x: TensorData, result: Type): TensorData | undefined {
  const out = blank(result);
  if (!out) return undefined;
  slotsOf(out).set(x.values);
  return out;
}

const scatterElements: Kernel = (args, attrs, result) => {
  const [x, indices, updates] = tensors(args, 3) ?? [];
  const meet = meetOf(attrs, "reduction");
  const out = x && copyOf(x, result);
  if (!x || !indices || !updates || !out || !meet || isLong(x.dtype) !== isLong(updates.dtype)) return undefined;
  const axis = axisOf(attrs, "axis", x.shape.length);
  const steps = stridesOf(x.shape);
  const [readIndex, readUpdate] = [numberReader(indices), reader(updates)];
  if (axis >= x.shape.length || updates.values.length < indices.values.length || indices.shape.length !== x.shape.length) return undefined;
  let isInside = true;
  eachIndex(indices.shape, (index, flat) => {
    const given = readIndex(flat);
    let offset = (given < 0 ? given + present(x.shape[axis]) : given) * present(steps[axis]);
    for (let i = 0; i < index.length; i++) if (i !== axis) offset += present(index[i]) * present(steps[i]);
    if (offset < 0 || offset >= out.values.length) isInside = false;
    else setElement(out, offset, meet(elementOf(out, offset), readUpdate(flat)));
  });
  // The reference writes outside the data.
  return isInside ? out : undefined;
};

const scatterNd: Kernel = (args, attrs, result) => {
  const [x, indices, updates] = tensors(args, 3) ?? [];
  const meet = meetOf(attrs, "mode");
  const out = x && copyOf(x, result);
  if (!x || !indices || !updates || !out || !meet || isLong(x.dtype) !== isLong(updates.dtype)) return undefined;
  const offsets = tupleOffsets(indices, x.shape, 0);
  const inner = elementCount(x.shape.slice(indices.shape[0]));
  if (!offsets || updates.values.length < offsets.length * inner) return undefined;
  // The reference writes outside the data.
  if (offsets.some((start) => start < 0 || start + inner > out.values.length)) return undefined;
  const readUpdate = reader(updates);
  offsets.forEach((start, i) => {
    for (let j = 0; j < inner; j++) setElement(out, start + j, meet(elementOf(out, start + j), readUpdate(i * inner + j)));
  });
  return out;
};

/** Positions along each line of an axis, in the order of their elements; equal elements keep their order. */
function sortedPositions(x: TensorData, axis: number, isAscending: boolean, visit: (start: number, order: Int32Array) => void): void {
  const read = reader(x);
  const step = present(stridesOf(x.shape)[axis]);
  const size = present(x.shape[axis]);
  eachLine(x.shape, axis, (start) => {
    const order = Int32Array.from({ length: size }, (_, i) => i);
    order.sort((i, j) => {
      const [a, b] = [read(start + i * step), read(start + j * step)];
      const difference = a < b ? -1 : a > b ? 1 : 0;
      return (isAscending ? difference : -difference) || i - j;
    });
    visit(start, order);
  });
}

const sort = onTensors(1, ([x], out, attrs) => {
  if (x.shape.length === 0) return undefined;
  const axis = axisOf(attrs, "axis", x.shape.length, -1);
  const step = stridesOf(x.shape)[axis];
  if (step === undefined) return undefined;
  const to = slotsOf(out);
  sortedPositions(x, axis, attrOf(attrs, "is_ascend") !== false, (start, order) => {
    order.forEach((from, i) => {
      to[start + i * step] = present(x.values[start + from * step]);
    });
  });
  return out;
});

const argsort = onTensors(1, ([x], out, attrs) => {
  if (x.shape.length === 0) return undefined;
  const axis = axisOf(attrs, "axis", x.shape.length, -1);
  const step = stridesOf(x.shape)[axis];
  if (step === undefined) return undefined;
  const write = writer(out);
  sortedPositions(x, axis, attrOf(attrs, "is_ascend") !== false, (start, order) => {
    order.forEach((from, i) => {
      write(start + i * step, from);
    });
  });
  return out;
});

const topk: Kernel = (args, attrs, result) => {
  const [x] = tensors(args, 1) ?? [];
  if (!x || x.shape.length === 0) return undefined;
  const kind = attrOf(attrs, "ret_type");
  const fields = result.kind === "TupleType" ? result.fields : [result];
  const outs = fields.map(blank);
  const [first, second] = outs;
  if (!first || outs.some((o) => !o)) return undefined;
  const axis = axisOf(attrs, "axis", x.shape.length, -1);
  const step = stridesOf(x.shape)[axis];
  if (step === undefined) return undefined;
  const outStep = present(stridesOf(first.shape)[axis]);
  const kept = present(first.shape[axis]);
  if (kept > present(x.shape[axis])) return undefined;
  const values = kind === "indices" ? undefined : first;
  const indices = kind === "indices" ? first : kind === "both" ? second : undefined;
  const to = values && slotsOf(values);
  const write = indices && writer(indices);
  const starts: number[] = [];
  eachLine(first.shape, axis, (start) => starts.push(start));
  let line = 0;
  sortedPositions(x, axis, attrOf(attrs, "is_ascend") === true, (start, order) => {
    const outStart = present(starts[line++]);
    for (let i = 0; i < kept; i++) {
      const from = present(order[i]);
      if (to) to[outStart + i * outStep] = present(x.values[start + from * step]);
      write?.(outStart + i * outStep, from);
    }
  });
  return result.kind === "TupleType" ? outs.map(present) : first;
};

/** Running sums or products along an axis, or through the tensor laid flat. */
function scan(first: number, next: (so: number, x: number) => number, nextLong: (so: bigint, x: bigint) => bigint): Kernel {
  return onTensors(1, ([data], out, attrs) => {
    // Each element is cast before it is added, and each sum is an element of the result. Small integers wrap here.
    const isWrapped = isFloat(data.dtype) && /^u?int(8|16|32)$/.test(out.dtype);
    const isCast = data.dtype !== out.dtype && !isWrapped;
    const x = isCast ? castTensor(data, { kind: "TensorType", shape: data.shape, dtype: out.dtype }) : data;
    if (!isTensor(x)) return undefined;
    const given = intOf(attrOf(attrs, "axis"));
    const flat = given === undefined ? { ...x, shape: [elementCount(x.shape)] } : x;
    const axis = given === undefined ? 0 : given < 0 ? given + x.shape.length : given;
    const isExclusive = Boolean(attrOf(attrs, "exclusive"));
    const [step, size] = [stridesOf(flat.shape)[axis], flat.shape[axis]];
    if (step === undefined || size === undefined) return undefined;
    const [read, write, readOut] = [reader(x), writer(out), reader(out)];
    const isLongResult = isLong(out.dtype);
    eachLine(flat.shape, axis, (start) => {
      let so: Element = isLongResult ? BigInt(first) : first;
      for (let i = 0, at = start; i < size; i++, at += step) {
        if (isExclusive) {
          write(at, so);
          so = readOut(at);
        }
        const value = isWrapped ? Math.trunc(Number(read(at))) : read(at);
        so = isLongResult ? nextLong(so as bigint, BigInt(value)) : next(so as number, Number(value));
        if (isExclusive) continue;
        write(at, so);
        so = readOut(at);
      }
    });
    return out;
  });
}

const trilu = onTensors(2, ([x, k], out, attrs) => {
  if (x.shape.length < 2) return undefined;
  const diagonal = numberReader(k)(0);
  const isUpper = attrOf(attrs, "upper") !== false;
  let flat = 0;
  return gathered(x, out, (index) => {
    const at = flat++;
    const [row, column] = firstOf(index.slice(-2), 2);
    return (isUpper ? column >= row + diagonal : column <= row + diagonal) ? at : -1;
  });
});

const sequenceMask = onTensors(2, ([x, lengths], out, attrs) => {
  const axis = axisOf(attrs, "axis", x.shape.length);
  const fill = attrOf(attrs, "mask_value");
  const value = typeof fill === "object" && fill !== null && "value" in fill ? Number(fill.value) : Number(fill ?? 0);
  if (x.shape[axis] === undefined || lengths.values.length < (x.shape[1 - axis] ?? Infinity)) return undefined;
  const readLength = numberReader(lengths);
  const [read, write] = [reader(x), writer(out)];
  eachIndex(x.shape, (index, flat) => write(flat, present(index[axis]) < readLength(present(index[1 - axis])) ? read(flat) : value));
  return out;
});

const searchsorted = onTensors(2, ([sorted, values], out, attrs) => {
  const isRight = attrOf(attrs, "right") === true;
  const size = sorted.shape.at(-1) ?? 0;
  const perLine = sorted.shape.length === 1 ? elementCount(values.shape) : (values.shape.at(-1) ?? 1);
  const [readSorted, readValue, write] = [reader(sorted), reader(values), writer(out)];
  for (let i = 0; i < elementCount(values.shape); i++) {
    const start = Math.floor(i / Math.max(1, perLine)) * size;
    const value = readValue(i);
    const isBefore = (other: number | bigint) => other < value || (isRight && other <= value);
    write(
      i,
      countWhile(size, (place) => isBefore(readSorted(start + place))),
    );
  }
  return out;
});

const invertPermutation = onTensors(1, ([x], out) => {
  // The reference reads outside of its data where there are more axes.
  if (x.shape.length !== 1) return undefined;
  const [read, write] = [numberReader(x), writer(out)];
  for (let i = 0; i < x.values.length; i++) write(read(i), i);
  return out;
});

const unravelIndex = onTensors(2, ([x, shape], out) => {
  const readSize = numberReader(shape);
  const sizes = Array.from({ length: elementCount(shape.shape) }, (_, i) => readSize(i));
  const count = elementCount(x.shape);
  if (sizes.includes(0)) return undefined;
  const [read, write] = [numberReader(x), writer(out)];
  for (let i = 0; i < count; i++) {
    let rest = read(i);
    for (let axis = sizes.length - 1; axis >= 0; axis--) {
      const size = present(sizes[axis]);
      write(axis * count + i, rest % size);
      rest = Math.floor(rest / size);
    }
  }
  return out;
});

/** The indices of all elements that are not zero, one in a row. The data decides how many there are. */
const argwhere: Kernel = (args) => {
  const [x] = tensors(args, 1) ?? [];
  if (!x || x.shape.length > mostArgwhereAxes) return undefined;
  const read = reader(x);
  const found: number[] = [];
  let rows = 0;
  eachIndex(x.shape, (index, flat) => {
    if (Number(read(flat)) === 0) return;
    found.push(...index);
    rows++;
  });
  return { dtype: "int32", shape: [rows, x.shape.length], values: Int32Array.from(found) };
};

export const indexing: KernelTable = {
  argsort,
  argwhere,
  cumprod: scan(
    1,
    (so, x) => so * x,
    (so, x) => so * x,
  ),
  cumsum: scan(
    0,
    (so, x) => so + x,
    (so, x) => so + x,
  ),
  gather,
  gather_nd: gatherNd,
  invert_permutation: invertPermutation,
  scatter_elements: scatterElements,
  scatter_nd: scatterNd,
  searchsorted,
  sequence_mask: sequenceMask,
  sort,
  topk,
  trilu,
  unravel_index: unravelIndex,
};
