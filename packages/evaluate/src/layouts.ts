/** Moving tensors between layouts such as `NCHW`, `HWIO` and `NCHW4c`, and copying along strides. */
import { elementCount, emptyArray, present, type TensorData } from "@relayscope/ir";
import { slotsOf } from "./arithmetic.ts";
import { stridesOf } from "./kernel.ts";

interface LayoutAxis {
  readonly letter: string;
  readonly factor: number;
}

/** The axes of a layout, each by its letter; axes that are split off (lower case) with their size. */
export function axesOfLayout(layout: string): readonly LayoutAxis[] {
  return [...layout.matchAll(/(?<!\d)(\d*)([A-Za-z])/gu)].map((m) => ({ letter: present(m[2]), factor: m[1] ? Number(m[1]) : 1 }));
}

/**
 * Visits each index of a shape in row-major order with an offset that grows by `steps` along the axes, from `start` on.
 */
export function eachOffset(
  shape: readonly number[],
  steps: readonly number[],
  start: number,
  visit: (flat: number, offset: number) => void,
): void {
  const rank = shape.length;
  const count = elementCount(shape);
  const index = new Int32Array(rank);
  let offset = start;
  for (let flat = 0; flat < count; flat++) {
    visit(flat, offset);
    for (let axis = rank - 1; axis >= 0; axis--) {
      const step = present(steps[axis]);
      const next = present(index[axis]) + 1;
      if (next < present(shape[axis])) {
        index[axis] = next;
        offset += step;
        break;
      }
      index[axis] = 0;
      offset -= step * (next - 1);
    }
  }
}

/**
 * Fills `result` with the source's elements at offsets that grow by `steps` along the result's axes, from `start` on.
 */
export function strided(source: TensorData, result: TensorData, steps: readonly number[], start = 0): TensorData {
  const [from, to] = [source.values, slotsOf(result)];
  eachOffset(result.shape, steps, start, (flat, offset) => {
    to[flat] = present(from[offset]);
  });
  return result;
}

/** Puts the source's elements at offsets of `result` that grow by `steps` along the source's axes, from `start` on. */
export function scattered(source: TensorData, result: TensorData, steps: readonly number[], start = 0): TensorData {
  const [from, to] = [source.values, slotsOf(result)];
  eachOffset(source.shape, steps, start, (flat, offset) => {
    to[offset] = present(from[flat]);
  });
  return result;
}

/** A zeroed tensor; undefined for a dtype without an array. */
export function zeroTensor(dtype: string, shape: readonly number[]): TensorData | undefined {
  const values = emptyArray(dtype, elementCount(shape));
  return values && { dtype, shape, values };
}

/** The whole sizes by letter of a tensor in a layout; undefined where layout and shape do not fit. */
function sizesByLetter(axes: readonly LayoutAxis[], shape: readonly number[]): Map<string, number> | undefined {
  if (axes.length !== shape.length) return undefined;
  const sizes = new Map<string, number>();
  axes.forEach(({ letter }, i) => {
    const name = letter.toUpperCase();
    sizes.set(name, (sizes.get(name) ?? 1) * present(shape[i]));
  });
  return sizes;
}

/** How far apart neighbors along each axis of a layout are in a plain tensor that has one axis a letter. */
function stepsInPlain(
  axes: readonly LayoutAxis[],
  shape: readonly number[],
  letters: readonly string[],
  sizes: readonly number[],
): number[] {
  const strides = new Map(stridesOf(sizes).map((s, i) => [present(letters[i]), s]));
  return axes.map(({ letter }) => {
    const name = letter.toUpperCase();
    const inner = axes.findIndex((a) => a.letter === name.toLowerCase());
    const within = letter === name && inner >= 0 ? present(shape[inner]) : 1;
    return present(strides.get(name)) * within;
  });
}

/** A tensor in another layout of the same letters; undefined where the layouts do not fit the shape or one another. */
export function reordered(x: TensorData, from: string, to: string): TensorData | undefined {
  if (from === to) return x;
  const [source, target] = [axesOfLayout(from), axesOfLayout(to)];
  const sizes = sizesByLetter(source, x.shape);
  if (!sizes) return undefined;
  const letters = [...new Set(target.map((a) => a.letter.toUpperCase()))];
  if (letters.length !== sizes.size || letters.some((l) => !sizes.has(l))) return undefined;
  const whole = letters.map((l) => present(sizes.get(l)));
  const plain = zeroTensor(x.dtype, whole);
  if (!plain) return undefined;
  scattered(x, plain, stepsInPlain(source, x.shape, letters, whole));
  if (target.length === letters.length) return plain;
  const shape = target.map(({ letter, factor }) => {
    if (letter !== letter.toUpperCase()) return factor;
    const inner = target.find((a) => a.letter === letter.toLowerCase())?.factor ?? 1;
    return present(sizes.get(letter)) / inner;
  });
  if (shape.some((s) => !Number.isInteger(s))) return undefined;
  const out = zeroTensor(x.dtype, shape);
  return out && strided(plain, out, stepsInPlain(target, shape, letters, whole));
}
