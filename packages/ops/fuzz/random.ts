/** Random numbers that a seed repeats, and random pieces of types. */
import { type Dim, type TensorType, tensorType } from "@relayscope/ir";

export interface Random {
  /** A whole number from `low` to `high`, both included. */
  int(low: number, high: number): number;
  chance(probability: number): boolean;
  pick<T>(list: readonly T[]): T;
  dim(): Dim;
  shape(rank?: number): Dim[];
  dtype(): string;
  tensor(rank?: number, dtype?: string): TensorType;
  /** The list in random order. */
  shuffled<T>(list: readonly T[]): T[];
}

const dtypes = ["float32", "float32", "float32", "float16", "float64", "int8", "uint8", "int32", "int64", "bool"];

/** A generator of random things; the same seed gives the same things. */
export function randomFrom(seed: number): Random {
  let state = (seed * 2654435761) >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  const random: Random = {
    int: (low, high) => low + Math.floor(next() * (high - low + 1)),
    chance: (probability) => next() < probability,
    pick: (list) => list[Math.floor(next() * list.length)] as (typeof list)[number],
    dim: () => {
      const size = random.pick([1, 1, 2, 3, 4, 4, 5, 6, 8, 12]);
      if (random.chance(0.08)) return "?";
      return random.chance(0.04) ? { kind: "LongDim", value: size } : size;
    },
    shape: (rank = random.pick([0, 1, 1, 2, 2, 3, 3, 4, 4, 5])) => Array.from({ length: rank }, random.dim),
    dtype: () => random.pick(dtypes),
    tensor: (rank, dtype = random.dtype()) => tensorType(random.shape(rank), dtype),
    shuffled: (list) => {
      const out = [...list];
      for (let i = out.length - 1; i > 0; i--) {
        const j = random.int(0, i);
        [out[i], out[j]] = [out[j] as (typeof out)[number], out[i] as (typeof out)[number]];
      }
      return out;
    },
  };
  return random;
}
