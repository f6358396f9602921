/** Random choices that a number decides: the same seed makes the same case. */
import { randomNumbers } from "@relayscope/evaluate";

export interface Random {
  /** From 0 up to 1. */
  next(): number;
  /** A whole number from `low` to `high`, both included. */
  int(low: number, high: number): number;
  pick<T>(list: readonly T[]): T;
  chance(probability: number): boolean;
  many<T>(count: number, make: (i: number) => T): T[];
  /** The list in random order. */
  shuffled<T>(list: readonly T[]): T[];
}

/** A generator of random choices. */
export function randomFrom(seed: number): Random {
  const next = randomNumbers(seed);
  const int = (low: number, high: number): number => low + Math.floor(next() * (high - low + 1));
  return {
    next,
    int,
    pick: <T>(list: readonly T[]): T => list[int(0, list.length - 1)] as T,
    chance: (probability) => next() < probability,
    many: (count, make) => Array.from({ length: count }, (_, i) => make(i)),
    shuffled: (list) => {
      const out = [...list];
      for (let i = out.length - 1; i > 0; i--) {
        const j = int(0, i);
        [out[i], out[j]] = [out[j] as (typeof out)[number], out[i] as (typeof out)[number]];
      }
      return out;
    },
  };
}
