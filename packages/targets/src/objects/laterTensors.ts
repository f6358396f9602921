/** Tensors of the weights of networks: their values are made when someone asks for them. */
import { elementCount, emptyArray, lazyTensor, setElement, type TensorArray, type TensorData } from "@relayscope/ir";
import { claim, floatOf, hostFunction, intOf, LaterUniforms, PyList, type Runtime, spend, typeError, type Value } from "@relayscope/python";
import { elementsOf } from "./sequences.ts";
import { laterTensor } from "./tensorObjects.ts";

/** The most bytes of values that one network gets. */
const mostBytes = 128 * 1024 * 1024;
/** The bytes that are left for the rest of the program. */
const leftFree = 64 * 1024 * 1024;

interface Blank {
  readonly dtype: string;
  readonly shape: readonly number[];
  readonly bytes: number;
  /** The value of all elements, or the bound of the numbers that are drawn. */
  readonly number: number;
  readonly draws: LaterUniforms | undefined;
}

/** A shape, a dtype, a number, and draws or None. */
function blankOf(value: Value): Blank {
  const [shape, dtype, number, draws] = elementsOf(value) ?? [];
  const sizes = (elementsOf(shape ?? null) ?? []).map((size) => Number(intOf(size)));
  if (typeof dtype !== "string") throw typeError("a shape and a dtype are expected");
  const bytes = elementCount(sizes) * (emptyArray(dtype, 0)?.BYTES_PER_ELEMENT ?? Number.POSITIVE_INFINITY);
  return { dtype, shape: sizes, bytes, number: floatOf(number ?? null) ?? 0, draws: draws instanceof LaterUniforms ? draws : undefined };
}

function valuesOf({ dtype, shape, number, draws }: Blank): TensorArray {
  const values = emptyArray(dtype, elementCount(shape)) ?? new Float32Array();
  const made = { dtype, shape, values };
  if (draws) draws.draw((at, drawn) => setElement(made, at, -number + (number + number) * drawn));
  else if (number !== 0) for (let at = 0; at < values.length; at++) setElement(made, at, number);
  return values;
}

/** Tensors for blanks. With the first question for values, the smallest get theirs, as long as there is room. */
function tensorsFor(m: Runtime, blanks: readonly Blank[]): readonly Value[] {
  let known: ReadonlyMap<Blank, TensorData> | undefined;
  const valued = () => {
    const kept = new Map<Blank, TensorData>();
    let room = Math.min(mostBytes, m.bytesLeft - leftFree);
    for (const blank of [...blanks].sort((a, b) => a.bytes - b.bytes)) {
      room -= blank.bytes;
      if (room < 0) break;
      kept.set(
        blank,
        lazyTensor(blank.dtype, blank.shape, () => valuesOf(blank)),
      );
      claim(m, blank.bytes);
      spend(m, blank.bytes >> 8);
    }
    return kept;
  };
  return blanks.map((blank) => {
    const dataOf = () => {
      known ??= valued();
      return known.get(blank);
    };
    return laterTensor(blank.dtype, blank.shape, dataOf);
  });
}

export const laterTensors = hostFunction(
  "later_tensors",
  "blanks",
  (m, blanks = null) => new PyList([...tensorsFor(m, (elementsOf(blanks) ?? []).map(blankOf))]),
);
