/** A stable sort that asks `<` alone, as Python's does. */
import type { Runtime } from "../model/runtime.ts";
import { claim, spend } from "../model/runtime.ts";
import type { Value } from "../model/value.ts";
import { compare, compareTexts, truth } from "./equality.ts";
import { call } from "./protocol.ts";

/** The values in order, by `key` where there is one. */
export function sorted(m: Runtime, values: readonly Value[], key: Value, isReversed: boolean): Value[] {
  const entries = values.map((value) => ({ value, key: key === null ? value : call(m, key, [value]) }));
  spend(m, values.length * 2);
  claim(m, values.length * 64);
  // A reversed sort keeps the order of equal values too.
  if (isReversed) entries.reverse();
  const order = quickOrder(entries.map((e) => e.key));
  const made = order ? entries.sort((a, b) => order(a.key, b.key)) : mergeSort(m, entries);
  if (isReversed) made.reverse();
  return made.map((e) => e.value);
}

/** For texts alone or small ints alone. */
function quickOrder(keys: readonly Value[]): ((a: Value, b: Value) => number) | undefined {
  if (keys.every((k) => typeof k === "number")) return (a, b) => Number(a) - Number(b);
  if (keys.every((k) => typeof k === "string")) return (a, b) => compareTexts(String(a), String(b));
  return undefined;
}

interface Entry {
  readonly value: Value;
  readonly key: Value;
}

function isLess(m: Runtime, a: Entry | undefined, b: Entry | undefined): boolean {
  spend(m, 1);
  return a !== undefined && b !== undefined && truth(m, compare(m, "<", a.key, b.key));
}

/**
 * Like CPython sorts short lists: the initial run, then binary insertion. The difference is visible if `<` is not an
 * order.
 */
function insertionSort(m: Runtime, entries: readonly Entry[]): Entry[] {
  const made = [...entries];
  let run = 1;
  if (made.length > 1) {
    const isDown = isLess(m, made[1], made[0]);
    for (run = 2; run < made.length && isLess(m, made[run], made[run - 1]) === isDown; ) run++;
    if (isDown) made.splice(0, run, ...made.slice(0, run).reverse());
  }
  for (let at = run; at < made.length; at++) {
    const [entry] = made.splice(at, 1);
    let low = 0;
    let high = at;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (isLess(m, entry, made[middle])) high = middle;
      else low = middle + 1;
    }
    if (entry) made.splice(low, 0, entry);
  }
  return made;
}

/** Pieces of growing length are merged; each `<` counts as a step. */
function mergeSort(m: Runtime, entries: readonly Entry[]): Entry[] {
  if (entries.length < 64) return insertionSort(m, entries);
  let from = [...entries];
  for (let width = 1; width < from.length; width *= 2) {
    const to: Entry[] = [];
    for (let start = 0; start < from.length; start += 2 * width) {
      const middle = Math.min(start + width, from.length);
      merge(m, from, to, start, middle, Math.min(middle + width, from.length));
    }
    from = to;
  }
  return from;
}

function merge(m: Runtime, from: readonly Entry[], to: Entry[], start: number, middle: number, end: number): void {
  let left = start;
  let right = middle;
  while (left < middle || right < end) {
    const a = left < middle ? from[left] : undefined;
    const b = right < end ? from[right] : undefined;
    if (a && (!b || !isLess(m, b, a))) {
      to.push(a);
      left++;
    } else if (b) {
      to.push(b);
      right++;
    }
  }
}
