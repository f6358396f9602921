/** Pooling: sliding windows, global and adaptive ones. Follows include/tvm/topi/nn/pooling.h. */
import { type Attrs, attrOf, elementCount, intsOf, present, type TensorData, type Type } from "@relayscope/ir";
import { isFloat, isLong, larger, leastOf, numberReader, rounder, writer } from "../arithmetic.ts";
import { blank, eachIndex, type Kernel, type KernelTable, onTensors, stridesOf, tensors } from "../kernel.ts";
import { axesOfLayout } from "../layouts.ts";

type Spatial = "W" | "HW" | "DHW";

/** Along one spatial axis: the input positions under an output position, and how many of them count in an average. */
interface Span {
  readonly positions: readonly number[];
  readonly count: number;
}

/** For each axis that is pooled, the span of each output position. */
type Spans = ReadonlyMap<number, readonly Span[]>;

/** Takes the maximum or the average over the spans. A maximum begins with the dtype's least finite value. */
function pooled(x: TensorData, result: Type, spans: Spans, kind: "max" | "avg"): TensorData | undefined {
  const out = blank(result);
  if (!out || isLong(x.dtype)) return undefined;
  const [read, write, round] = [numberReader(x), writer(out), rounder(x.dtype)];
  const strides = stridesOf(x.shape);
  const isInteger = !isFloat(x.dtype);
  eachIndex(out.shape, (index, flat) => {
    let offsets = [0];
    let count = 1;
    for (let axis = 0; axis < index.length; axis++) {
      const at = present(index[axis]);
      const stride = present(strides[axis]);
      const span = spans.get(axis)?.[at];
      if (!span) {
        for (let i = 0; i < offsets.length; i++) offsets[i] = present(offsets[i]) + at * stride;
        continue;
      }
      count *= span.count;
      const next: number[] = [];
      for (const offset of offsets) for (const position of span.positions) next.push(offset + position * stride);
      offsets = next;
    }
    if (kind === "max") {
      let best = leastOf(x.dtype);
      for (const offset of offsets) best = larger(best, read(offset));
      write(flat, best);
      return;
    }
    let sum = 0;
    for (const offset of offsets) sum += read(offset);
    write(flat, isInteger ? Math.trunc((sum | 0) / count) : round(sum) / count);
  });
  return out;
}

/** The axes of the spatial letters in a layout; undefined where one is missing or split. */
function spatialAxes(attrs: Attrs | undefined, spatial: Spatial): readonly number[] | undefined {
  const layout = attrOf(attrs, "layout");
  if (typeof layout !== "string") return undefined;
  const letters = axesOfLayout(layout).map((a) => a.letter);
  const axes = [...spatial].map((letter) => (letters.includes(letter.toLowerCase()) ? -1 : letters.indexOf(letter)));
  return axes.every((a) => a >= 0) ? axes : undefined;
}

interface Window {
  readonly size: number;
  readonly stride: number;
  readonly dilation: number;
  readonly before: number;
  readonly after: number;
  readonly isCeiled: boolean;
  readonly countsPadding: boolean;
}

function spansOfWindow(inputs: number, outputs: number, w: Window): readonly Span[] {
  return Array.from({ length: outputs }, (_, at) => {
    const start = at * w.stride - w.before;
    const positions: number[] = [];
    for (let k = 0; k < w.size; k++) {
      const position = start + k * w.dilation;
      if (position >= 0 && position < inputs) positions.push(position);
    }
    const end = start + (w.size - 1) * w.dilation;
    if (w.countsPadding) return { positions, count: Math.trunc((Math.min(end, inputs + w.after - 1) - start) / w.dilation) + 1 };
    const skipped = Math.max(0, Math.trunc((w.dilation - 1 - start) / w.dilation));
    return { positions, count: Math.trunc((Math.min(end, inputs - 1) - (start + w.dilation * skipped)) / w.dilation) + 1 };
  });
}

/** Pools `x` as `attrs` of a sliding window say. */
export function windowPool(
  x: TensorData,
  attrs: Attrs | undefined,
  result: Type,
  spatial: Spatial,
  kind: "max" | "avg",
): TensorData | undefined {
  const axes = spatialAxes(attrs, spatial);
  const rank = spatial.length;
  const [size, strides, dilation, padding] = ["pool_size", "strides", "dilation", "padding"].map((name) => intsOf(attrOf(attrs, name)));
  if (!axes || size?.length !== rank || strides?.length !== rank || dilation?.length !== rank || !padding) return undefined;
  if (result.kind !== "TensorType") return undefined;
  const spans = new Map<number, readonly Span[]>();
  const isCeiled = attrOf(attrs, "ceil_mode") === true;
  for (const [i, axis] of axes.entries()) {
    const before = padding[padding.length === 1 ? 0 : i] ?? 0;
    const after = padding.length === 2 * rank ? (padding[rank + i] ?? 0) : before;
    const outputs = result.shape[axis];
    if (typeof outputs !== "number") return undefined;
    const window: Window = {
      size: present(size[i]),
      stride: present(strides[i]),
      dilation: present(dilation[i]),
      before,
      after,
      isCeiled,
      countsPadding: attrOf(attrs, "count_include_pad") === true,
    };
    spans.set(axis, spansOfWindow(present(x.shape[axis]), outputs, window));
  }
  // An average over nothing but padding divides by one.
  if (kind === "avg" && attrOf(attrs, "count_include_pad") !== true) return pooled(x, result, atLeastOne(spans), kind);
  return pooled(x, result, spans, kind);
}

/** The divisor is the product of the counts, or one where that is less. */
function atLeastOne(spans: Spans): Spans {
  const isEmpty = [...spans.values()].some((list) => list.some((s) => s.count < 1));
  if (!isEmpty) return spans;
  return new Map([...spans].map(([axis, list]) => [axis, list.map((s) => (s.count < 1 ? { ...s, count: 1 } : s))]));
}

function sliding(spatial: Spatial, kind: "max" | "avg"): Kernel {
  return (args, attrs, result) => {
    const [x] = tensors(args, 1) ?? [];
    return x && windowPool(x, attrs, result, spatial, kind);
  };
}

/**
 * Windows that cover the input evenly: output `i` of `n` sees the input from `floor(i * size / n)` to `ceil((i + 1) *
 * size / n)`.
 */
function adaptive(spatial: Spatial, kind: "max" | "avg"): Kernel {
  return onTensors(1, ([x], out, attrs, result) => {
    const axes = spatialAxes(attrs, spatial);
    if (!axes) return undefined;
    const spans = new Map<number, readonly Span[]>();
    for (const axis of axes) {
      const [inputs, outputs] = [present(x.shape[axis]), present(out.shape[axis])];
      spans.set(
        axis,
        Array.from({ length: outputs }, (_, at) => {
          const start = Math.floor((at * inputs) / outputs);
          const end = Math.ceil(((at + 1) * inputs) / outputs);
          return { positions: Array.from({ length: end - start }, (__, i) => start + i), count: end - start };
        }),
      );
    }
    return elementCount(x.shape) === 0 ? undefined : pooled(x, result, spans, kind);
  });
}

export const pooling: KernelTable = {
  "nn.adaptive_avg_pool1d": adaptive("W", "avg"),
  "nn.adaptive_avg_pool2d": adaptive("HW", "avg"),
  "nn.adaptive_avg_pool3d": adaptive("DHW", "avg"),
  "nn.adaptive_max_pool1d": adaptive("W", "max"),
  "nn.adaptive_max_pool2d": adaptive("HW", "max"),
  "nn.adaptive_max_pool3d": adaptive("DHW", "max"),
  "nn.avg_pool1d": sliding("W", "avg"),
  "nn.avg_pool2d": sliding("HW", "avg"),
  "nn.avg_pool3d": sliding("DHW", "avg"),
  "nn.global_avg_pool2d": adaptive("HW", "avg"),
  "nn.global_max_pool2d": adaptive("HW", "max"),
  "nn.max_pool1d": sliding("W", "max"),
  "nn.max_pool2d": sliding("HW", "max"),
  "nn.max_pool3d": sliding("DHW", "max"),
};
