/** Resizing images along their spatial axes. Follows topi/image/resize.py and topi/nn/upsampling.py upstream. */
import { attrOf, elementCount, numberOf, present, type TensorData, type Type, textOf } from "@relayscope/ir";
import { isFloat, isLong, numberReader, writer } from "../arithmetic.ts";
import { blank, type Kernel, type KernelTable, tensors } from "../kernel.ts";
import { axesOfLayout } from "../layouts.ts";

/** Where one output position looks: input positions with their weights. */
interface Taps {
  readonly positions: readonly number[];
  readonly weights: readonly number[];
}

interface Resizing {
  readonly method: string;
  readonly mode: string;
  readonly rounding: string;
  readonly alpha: number;
  readonly excludesOutside: boolean;
}

const f = Math.fround;

/**
 * The position in the input that a position of the output represents; undefined for a way of mapping that is not known.
 */
function sourcePosition(at: number, inputs: number, outputs: number, mode: string): number | undefined {
  const scale = f(inputs / outputs);
  switch (mode) {
    case "half_pixel":
      return f(f(f(at + 0.5) * scale) - 0.5);
    case "align_corners":
      return f(f((inputs - 1) / (outputs - 1)) * at);
    case "asymmetric":
      return f(scale * at);
    case "pytorch_half_pixel":
      return outputs > 1 ? f(f(f(at + 0.5) * scale) - 0.5) : 0;
    case "tf_half_pixel_for_nn":
      return f(f(at + 0.5) * scale);
    default:
      return undefined;
  }
}

function nearest(x: number, rounding: string): number | undefined {
  switch (rounding) {
    case "round":
      return x < 0 ? -Math.floor(0.5 - x) : Math.floor(x + 0.5);
    case "round_prefer_floor":
      return Math.ceil(f(x - 0.5));
    case "round_prefer_ceil":
      return Math.floor(f(x + 0.5));
    case "floor":
      return Math.floor(f(x + 1e-5));
    case "ceil":
      return Math.ceil(f(x - 1e-5));
    default:
      return undefined;
  }
}

function cubicWeights(t: number, alpha: number): number[] {
  const [t2, t3] = [t * t, t * t * t];
  return [
    alpha * (t3 - 2 * t2 + t),
    (alpha + 2) * t3 - (3 + alpha) * t2 + 1,
    -(alpha + 2) * t3 + (3 + 2 * alpha) * t2 - alpha * t,
    -alpha * t3 + alpha * t2,
  ];
}

function tapsOf(inputs: number, outputs: number, how: Resizing): readonly Taps[] | undefined {
  const within = (x: number) => Math.max(0, Math.min(x, inputs - 1));
  const list: Taps[] = [];
  for (let at = 0; at < outputs; at++) {
    const x = sourcePosition(at, inputs, outputs, how.mode);
    if (x === undefined) return undefined;
    const low = Math.floor(x);
    if (how.method === "nearest_neighbor") {
      const position = nearest(x, how.rounding || (how.mode === "align_corners" ? "round" : "floor"));
      if (position === undefined) return undefined;
      list.push({ positions: [within(position)], weights: [1] });
    } else if (how.method === "linear") {
      const share = f(x - low);
      list.push({ positions: [within(low), within(low + 1)], weights: [1 - share, share] });
    } else if (how.method === "cubic") {
      let weights = cubicWeights(x - low, how.alpha);
      if (how.excludesOutside) {
        weights = weights.map((w, i) => (low - 1 + i < 0 || low + i > inputs ? 0 : w));
        const sum = weights.reduce((a, b) => a + b, 0);
        weights = weights.map((w) => w / sum);
      }
      list.push({ positions: [0, 1, 2, 3].map((i) => within(low + i - 1)), weights });
    } else return undefined;
  }
  return list;
}

/** Resizes one axis after the other, in doubles. */
function resized(x: TensorData, layout: string, spatial: string, how: Resizing, result: Type): TensorData | undefined {
  const out = blank(result);
  const letters = axesOfLayout(layout).map((a) => a.letter);
  if (!out || letters.length !== x.shape.length || isLong(x.dtype)) return undefined;
  const read = numberReader(x);
  let values = Float64Array.from({ length: elementCount(x.shape) }, (_, i) => read(i));
  const shape = [...x.shape];
  for (const letter of [...spatial].reverse()) {
    const axis = letters.indexOf(letter);
    if (axis < 0 || letters.includes(letter.toLowerCase())) return undefined;
    const [inputs, outputs] = [present(shape[axis]), present(out.shape[axis])];
    const taps = tapsOf(inputs, outputs, how);
    if (!taps) return undefined;
    const inner = elementCount(shape.slice(axis + 1));
    const outer = elementCount(shape.slice(0, axis));
    const next = new Float64Array(outer * outputs * inner);
    for (let o = 0; o < outer; o++)
      for (const [at, { positions, weights }] of taps.entries())
        for (let i = 0; i < inner; i++) {
          let sum = 0;
          for (let k = 0; k < positions.length; k++)
            sum += present(values[(o * inputs + present(positions[k])) * inner + i]) * present(weights[k]);
          next[(o * outputs + at) * inner + i] = sum;
        }
    values = next;
    shape[axis] = outputs;
  }
  const write = writer(out);
  const isInteger = !isFloat(out.dtype);
  for (let i = 0; i < values.length; i++) write(i, isInteger ? Math.trunc(f(present(values[i]))) : present(values[i]));
  return out;
}

function resize(spatial: string): Kernel {
  return (args, attrs, result) => {
    const [x] = tensors(args, 1) ?? [];
    if (!x) return undefined;
    const how: Resizing = {
      method: textOf(attrs, "method"),
      mode: textOf(attrs, "coordinate_transformation_mode"),
      rounding: textOf(attrs, "rounding_method"),
      alpha: numberOf(attrOf(attrs, "cubic_alpha")) ?? -0.5,
      excludesOutside: numberOf(attrOf(attrs, "cubic_exclude")) === 1,
    };
    return resized(x, textOf(attrs, "layout"), spatial, how, result);
  };
}

/** `bilinear` and `trilinear` are linear, `bicubic` is cubic. */
const plainMethod = (method: string) => method.replace(/^(bi|tri)/u, "");

const upsampling: Kernel = (args, attrs, result) => {
  const [x] = tensors(args, 1) ?? [];
  if (!x) return undefined;
  const mode = attrOf(attrs, "align_corners") === true ? "align_corners" : "asymmetric";
  return resized(
    x,
    textOf(attrs, "layout"),
    "HW",
    { method: plainMethod(textOf(attrs, "method")), mode, rounding: "", alpha: -0.5, excludesOutside: false },
    result,
  );
};

const upsampling3d: Kernel = (args, attrs, result) => {
  const [x] = tensors(args, 1) ?? [];
  if (!x) return undefined;
  const mode = textOf(attrs, "coordinate_transformation_mode");
  return resized(
    x,
    textOf(attrs, "layout"),
    "DHW",
    { method: plainMethod(textOf(attrs, "method")), mode, rounding: "", alpha: -0.5, excludesOutside: false },
    result,
  );
};

export const resizing: KernelTable = {
  "image.resize1d": resize("W"),
  "image.resize2d": resize("HW"),
  "image.resize3d": resize("DHW"),
  "nn.upsampling": upsampling,
  "nn.upsampling3d": upsampling3d,
};
