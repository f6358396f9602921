/**
 * Moving elements between space, channels and batch; padding by mirror; spreading apart. Follows
 * topi/nn/{space_to_depth,depth_to_space,space_to_batch_nd,batch_to_space_nd,dilate}.py upstream.
 */
import { attrOf, eachOf, firstOf, intOf, intsOf, isAttrList, numberOf, present, setElement, type TensorData } from "@relayscope/ir";
import { numberReader, reader, slotsOf, writer } from "../arithmetic.ts";
import { blank, eachIndex, gathered, isTensor, type Kernel, type KernelTable, onTensors, stridesOf, tensors } from "../kernel.ts";
import { reordered, scattered, strided } from "../layouts.ts";

/** Blocks of pixels to channels, or back; `DCR` and `CRD` say whether blocks or channels vary slower. */
function subPixel(intoChannels: boolean): Kernel {
  return onTensors(1, ([x], out, attrs) => {
    const block = intOf(attrOf(attrs, "block_size"));
    const layout = attrOf(attrs, "layout");
    if (!block || typeof layout !== "string") return undefined;
    const data = reordered(x, layout, "NCHW");
    const target = reordered(out, layout, "NCHW");
    if (!data || !target) return undefined;
    const isDepthFirst = intoChannels || attrOf(attrs, "mode") !== "CRD";
    const [batch = 0, channels = 0, height = 0, width = 0] = intoChannels ? data.shape : target.shape;
    const [deep, shallow] = intoChannels ? [target, data] : [data, target];
    const [, deepChannels = 0, deepHeight = 0, deepWidth = 0] = deep.shape;
    if (deepChannels < channels * block * block || deepHeight * block < height || deepWidth * block < width) return undefined;
    const [deepSteps, shallowSteps] = [stridesOf(deep.shape), stridesOf(shallow.shape)];
    const to = slotsOf(target);
    eachIndex([batch, channels, height, width], (index) => {
      const [n, c, y, w] = firstOf(index, 4);
      const inBlock = (y % block) * block + (w % block);
      const channel = isDepthFirst ? inBlock * channels + c : c * block * block + inBlock;
      const inDeep = [n, channel, Math.floor(y / block), Math.floor(w / block)].reduce((s, at, i) => s + at * present(deepSteps[i]), 0);
      const inShallow = [n, c, y, w].reduce((s, at, i) => s + at * present(shallowSteps[i]), 0);
      to[intoChannels ? inDeep : inShallow] = present(data.values[intoChannels ? inShallow : inDeep]);
    });
    return reordered(target, "NCHW", layout);
  });
}

function pairsOf(value: unknown): readonly (readonly [number, number])[] | undefined {
  if (!Array.isArray(value) || !isAttrList(value)) return undefined;
  const pairs = value.flatMap((pair): (readonly [number, number])[] => {
    const [before, after, ...more] = intsOf(pair) ?? [];
    return before === undefined || after === undefined || more.length > 0 ? [] : [[before, after]];
  });
  return pairs.length === value.length ? pairs : undefined;
}

const mirrorPad = onTensors(1, ([x], out, attrs) => {
  const pairs = pairsOf(attrOf(attrs, "pad_width"));
  if (!pairs) return undefined;
  const again = attrOf(attrs, "mode") === "SYMMETRIC" ? 1 : 0;
  // Beyond one reflection the reference reads outside the data.
  if (pairs.some((pair, axis) => Math.max(...pair) > present(x.shape[axis]) - 1 + again)) return undefined;
  const steps = stridesOf(x.shape);
  return gathered(x, out, (index) => {
    let offset = 0;
    for (let axis = 0; axis < index.length; axis++) {
      const size = present(x.shape[axis]);
      let at = present(index[axis]) - (pairs[axis]?.[0] ?? 0);
      if (at < 0) at = -at - again;
      else if (at >= size) at = 2 * size - 2 - at + again;
      offset += at * present(steps[axis]);
    }
    return offset;
  });
});

const dilate = onTensors(1, ([x], out, attrs) => {
  const strides = intsOf(attrOf(attrs, "strides"));
  if (strides?.length !== x.shape.length) return undefined;
  const fill = numberOf(attrOf(attrs, "dilation_value")) ?? 0;
  if (fill !== 0) for (let i = 0; i < out.values.length; i++) setElement(out, i, fill);
  return scattered(
    x,
    out,
    stridesOf(out.shape).map((s, i) => s * present(strides[i])),
  );
});

const sliceLike: Kernel = (args, _attrs, result) => {
  const [x] = tensors(args, 1) ?? [];
  const out = blank(result);
  return x && out && strided(x, out, stridesOf(x.shape));
};

/** The spatial axes after the batch fall into blocks, whose places become part of the batch. */
const spaceToBatch = onTensors(1, ([x], out, attrs) => {
  const block = intsOf(attrOf(attrs, "block_shape"));
  const paddings = pairsOf(attrOf(attrs, "paddings"));
  if (!block || paddings?.length !== block.length) return undefined;
  const fill = numberOf(attrOf(attrs, "pad_value")) ?? 0;
  for (let i = 0; i < out.values.length; i++) setElement(out, i, fill);
  const [batch, steps] = [present(x.shape[0]), stridesOf(x.shape)];
  return gathered(x, out, (index) => {
    let inBlock = Math.floor(present(index[0]) / batch);
    let offset = (present(index[0]) % batch) * present(steps[0]);
    for (let axis = index.length - 1; axis > 0; axis--) {
      const size = block[axis - 1];
      let at = present(index[axis]);
      if (size !== undefined) {
        at = at * size + (inBlock % size) - (paddings[axis - 1]?.[0] ?? 0);
        inBlock = Math.floor(inBlock / size);
      }
      if (at < 0 || at >= present(x.shape[axis])) return -1;
      offset += at * present(steps[axis]);
    }
    return offset;
  });
});

const batchToSpace = onTensors(1, ([x], out, attrs) => {
  const block = intsOf(attrOf(attrs, "block_shape"));
  const crops = pairsOf(attrOf(attrs, "crops"));
  if (!block || crops?.length !== block.length) return undefined;
  const [batch, steps] = [present(out.shape[0]), stridesOf(x.shape)];
  return gathered(x, out, (index) => {
    let offset = 0;
    let inBlock = 0;
    for (let axis = 1; axis < index.length; axis++) {
      const size = block[axis - 1];
      let at = present(index[axis]);
      if (size !== undefined) {
        at += crops[axis - 1]?.[0] ?? 0;
        inBlock = inBlock * size + (at % size);
        at = Math.floor(at / size);
      }
      offset += at * present(steps[axis]);
    }
    return offset + (inBlock * batch + present(index[0])) * present(steps[0]);
  });
});

/** Sums over the axes that broadcasting to the argument's shape would stretch. */
const collapseSum = onTensors(1, ([x], out) => {
  const lead = x.shape.length - out.shape.length;
  if (lead < 0 || out.shape.some((size, axis) => size !== 1 && size !== x.shape[axis + lead])) return undefined;
  // Along no axis the reference passes the data on, zeros below zero too.
  if (lead === 0 && out.shape.every((size, axis) => size === x.shape[axis])) return x;
  const steps = stridesOf(out.shape);
  const [read, readOut, write] = [reader(x), reader(out), writer(out)];
  eachIndex(x.shape, (index, flat) => {
    let to = 0;
    for (let axis = lead; axis < index.length; axis++) {
      if (out.shape[axis - lead] !== 1) to += present(index[axis]) * present(steps[axis - lead]);
    }
    write(to, ((readOut(to) as number) + (read(flat) as number)) as number | bigint);
  });
  return out;
});

/** The first axis of sequences turned around up to each one's length. */
const reverseSequence = onTensors(2, ([x, lengths], out, attrs) => {
  const rank = x.shape.length;
  const [along, batch] = eachOf(["seq_axis", "batch_axis"], (name) => {
    const axis = intOf(attrOf(attrs, name)) ?? 0;
    return axis < 0 ? axis + rank : axis;
  });
  const steps = stridesOf(x.shape);
  const length = numberReader(lengths);
  return gathered(x, out, (index) => {
    const size = length(present(index[batch]));
    return index.reduce((sum, at, axis) => sum + (axis === along && at < size ? size - 1 - at : at) * present(steps[axis]), 0);
  });
});

const meshgrid: Kernel = (args, attrs, result) => {
  const parts = args[0];
  if (parts === undefined || isTensor(parts) || !parts.every(isTensor) || result.kind !== "TupleType") return undefined;
  const isSwapped = attrOf(attrs, "indexing") === "xy" && parts.length >= 2;
  const outs: TensorData[] = [];
  for (const [i, field] of result.fields.entries()) {
    const out = blank(field);
    const source = parts[i];
    if (!out || !isTensor(source)) return undefined;
    const axis = isSwapped && i < 2 ? 1 - i : i;
    outs.push(gathered(source, out, (index) => (source.shape.length === 0 ? 0 : present(index[axis]))));
  }
  return outs;
};

/** A window's positions become axes of their own. */
const slidingWindow = onTensors(1, ([x], out, attrs) => {
  const axis = intOf(attrOf(attrs, "axis"));
  const [strides, window] = [intsOf(attrOf(attrs, "strides")), intsOf(attrOf(attrs, "window_shape"))];
  if (axis === undefined || axis < 0 || !strides || !window) return undefined;
  const steps = stridesOf(x.shape);
  const moves = [...steps.map((s, i) => (i < axis ? s : s * (strides[i - axis] ?? 1))), ...steps.slice(axis)];
  const last = out.shape.reduce((sum, size, i) => sum + (size - 1) * (moves[i] ?? 0), 0);
  // A window larger than the data.
  if (out.values.length > 0 && last >= x.values.length) return undefined;
  return strided(x, out, moves);
});

export const rearranging: KernelTable = {
  collapse_sum_like: collapseSum,
  collapse_sum_to: collapseSum,
  meshgrid,
  "nn.batch_to_space_nd": batchToSpace,
  "nn.depth_to_space": subPixel(false),
  "nn.dilate": dilate,
  "nn.mirror_pad": mirrorPad,
  "nn.space_to_batch_nd": spaceToBatch,
  "nn.space_to_depth": subPixel(true),
  reverse_sequence: reverseSequence,
  slice_like: sliceLike,
  sliding_window: slidingWindow,
};
