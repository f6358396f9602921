/**
 * Folds repeated runs. Short periods come first, and each folded repeat is a single word from then on, however often it
 * repeats. So stages of a network that differ only in their number of blocks are alike, and repeats nest.
 */
import { at } from "@relayscope/ir";

export type Item = { readonly kind: "card"; readonly card: number } | Stack;

export interface Stack {
  readonly kind: "stack";
  /**
   * The items of each run, alike place by place. Stacks in the same place may have different numbers of runs. A single
   * run is a group of unlike cards.
   */
  readonly runs: readonly (readonly Item[])[];
}

/** The longest run that is looked for. */
const longestRun = 256;
/** The most times that folding restarts with the shortest period. */
const mostRounds = 24;

interface Row {
  readonly items: readonly Item[];
  /** By item: equal for items that are alike. */
  readonly words: readonly number[];
  /** By item, and at the end: where in the sequence it begins. */
  readonly starts: readonly number[];
}

/** Properties of a sequence's places that favor the start of a run. */
export interface Places {
  /** By place, and at the end: the amount of data that crosses it. */
  readonly cuts: readonly number[];
  /** By place: whether a heavy operator is there. */
  readonly isHeavy: readonly boolean[];
}

const nowhere: Places = { cuts: [], isHeavy: [] };

/**
 * A sequence of cards with its repeats folded as far as possible. `likeness` is equal for cards that are alike. Runs
 * begin at favorable places.
 */
export function foldRepeats(order: readonly number[], likeness: readonly number[], places: Places = nowhere): readonly Item[] {
  let row: Row = {
    items: order.map((card) => ({ kind: "card", card })),
    words: order.map((card) => at(likeness, card)),
    starts: [...order.keys(), order.length],
  };
  const known = new Map<string, number>();
  /** The word of a stack of such runs: negative, as cards' are not. */
  const wordOf = (run: readonly number[]) => {
    const key = run.join(" ");
    const word = known.get(key) ?? -1 - known.size;
    known.set(key, word);
    return word;
  };
  let rounds = 0;
  for (let period = 1; period <= Math.min(longestRun, row.words.length >> 1); ) {
    const next = foldPeriod(row, period, places, wordOf);
    if (next) row = next;
    period = next && rounds++ < mostRounds ? 1 : period + 1;
  }
  return row.items.map(withoutGroups);
}

/**
 * Folds all repeats of one period, from the left, and with them the places with a single such run; undefined if nothing
 * repeats.
 */
function foldPeriod(row: Row, period: number, places: Places, wordOf: (run: readonly number[]) => number): Row | undefined {
  const { words } = row;
  const counts = new Map<number, number>();
  const starts = new Map<number, number[]>();
  for (let i = 0; i + period < words.length; ) {
    let length = 0;
    while (i + length + period < words.length && words[i + length] === words[i + length + period]) length++;
    if (length < period) {
      i += length + 1;
      continue;
    }
    const first = i + bestPhase(row, places, i, length + period, period);
    const count = Math.floor((i + length - first) / period) + 1;
    counts.set(first, count);
    const run = words.slice(first, first + period);
    starts.set(wordOf(run), run);
    i = first + count * period;
  }
  if (counts.size === 0) return undefined;
  if (period > 1) findAlone(words, [...starts.values()], counts);
  const items: Item[] = [];
  const out: number[] = [];
  const begins: number[] = [];
  for (let i = 0; i < words.length; ) {
    begins.push(at(row.starts, i));
    const count = counts.get(i);
    if (count === undefined) {
      items.push(at(row.items, i));
      out.push(at(words, i++));
      continue;
    }
    const runs = Array.from({ length: count }, (_, k) => row.items.slice(i + k * period, i + (k + 1) * period));
    const isStacks = period === 1 && at(words, i) < 0;
    items.push({ kind: "stack", runs: isStacks ? runs.flatMap(([item]) => (item?.kind === "stack" ? item.runs : [])) : runs });
    out.push(isStacks ? at(words, i) : wordOf(words.slice(i, i + period)));
    i += count * period;
  }
  begins.push(at(row.starts, words.length));
  return { items, words: out, starts: begins };
}

/**
 * The start of the first run among `length` repeated items from `start` on: with the least data between runs; then with
 * the most runs; then with a heavy operator at the start of each; then with no rest after the last one.
 */
function bestPhase({ starts }: Row, { cuts, isHeavy }: Places, start: number, length: number, period: number): number {
  let best = 0;
  let rank: readonly number[] = [];
  for (let phase = 0; phase < period && phase + 2 * period <= length; phase++) {
    let [cut, ends] = [0, 0];
    for (let i = start + phase; i <= start + length; i += period, ends++) cut += cuts[at(starts, i)] ?? 0;
    const next = [Math.round(cut / ends), -ends, isHeavy[at(starts, start + phase)] ? 0 : 1, (length - phase) % period === 0 ? 0 : 1];
    const differs = next.findIndex((value, i) => Math.abs(value - (rank[i] ?? Number.POSITIVE_INFINITY)) > 1e-9);
    if (differs < 0 || at(next, differs) > (rank[differs] ?? Number.POSITIVE_INFINITY)) continue;
    rank = next;
    best = phase;
  }
  return best;
}

/** Adds to `counts` each occurrence of a run outside of its repeats. */
function findAlone(words: readonly number[], runs: readonly (readonly number[])[], counts: Map<number, number>): void {
  const byFirst = new Map<number, (readonly number[])[]>();
  for (const run of runs) byFirst.set(at(run, 0), [...(byFirst.get(at(run, 0)) ?? []), run]);
  const period = at(runs, 0).length;
  let free = 0;
  for (let i = 0; i < words.length; i++) {
    const count = counts.get(i);
    if (count !== undefined) {
      i += count * period - 1;
      free = i + 1;
      continue;
    }
    // The last `period` words. None of them is folded.
    const start = i - period + 1;
    if (start < free || !byFirst.get(at(words, start))?.some((run) => run.every((word, k) => word === words[start + k]))) continue;
    counts.set(start, 1);
    free = i + 1;
  }
}

/**
 * The item without groups: a stack of one run is replaced by the run's items, unless stacks at the same place in other
 * runs have several runs.
 */
function withoutGroups(item: Item): Item {
  if (item.kind === "card") return item;
  return { kind: "stack", runs: plainRuns(item.runs) };
}

function plainRuns(runs: readonly (readonly Item[])[]): readonly (readonly Item[])[] {
  const places = at(runs, 0).map((_, i) => plainPlace(runs.map((run) => at(run, i))));
  return runs.map((_, r) => places.flatMap((place) => at(place, r)));
}

/** The items at the same place of different runs, with groups replaced by their items. */
function plainPlace(twins: readonly Item[]): readonly (readonly Item[])[] {
  const stacks = twins.filter((twin) => twin.kind === "stack");
  if (stacks.length === 0) return twins.map((twin) => [twin]);
  const plain = plainRuns(stacks.flatMap((stack) => stack.runs));
  if (stacks.every((stack) => stack.runs.length === 1)) return plain;
  let next = 0;
  return stacks.map(({ runs }) => {
    next += runs.length;
    return [{ kind: "stack", runs: plain.slice(next - runs.length, next) }];
  });
}

/**
 * Unfolds items while at most `limit` are shown. Groups and stacks that save little come first. Once no group is left,
 * stacks with differing runs follow, the most nested first. If the runs do not differ, one run shows everything.
 */
export function unfold(items: readonly Item[], limit: number): readonly Item[] {
  let shown = items;
  for (;;) {
    const hasGroup = shown.some(isGroup);
    let best = -1;
    let cost = 0;
    let least = Number.POSITIVE_INFINITY;
    shown.forEach((item, i) => {
      if (item.kind === "card") return;
      const depth = nestingOf(item);
      const more = item.runs.reduce((sum, run) => sum + withoutAlone(run).length, 0) - 1;
      const isSmall = isGroup(item) || more <= 1;
      if (isSmall ? shown.length + more > limit : hasGroup || !isUneven(item)) return;
      const rank = isSmall ? more : 1e6 * (100 - depth) + more;
      if (rank >= least) return;
      cost = more;
      least = rank;
      best = i;
    });
    const item = shown[best];
    // If the most nested stack has no room, outer ones stay folded, too: similar stages look similar.
    if (item?.kind !== "stack" || shown.length + cost > limit) return shown;
    shown = [...shown.slice(0, best), ...item.runs.flatMap(withoutAlone), ...shown.slice(best + 1)];
  }
}

function isGroup(item: Item): boolean {
  return item.kind === "stack" && item.runs.length === 1;
}

/** The items of a run. Groups are replaced by their items. */
function withoutAlone(run: readonly Item[]): readonly Item[] {
  return run.flatMap((item) => (item.kind === "stack" && isGroup(item) ? withoutAlone(at(item.runs, 0)) : [item]));
}

/** Whether stacks at the same place of the runs repeat a different number of times. */
function isUneven({ runs }: Stack): boolean {
  return at(runs, 0).some((_, i) => {
    const counts = runs.map((run) => {
      const item = at(run, i);
      return item.kind === "stack" ? item.runs.length : 0;
    });
    if (counts.some((count) => count !== counts[0])) return true;
    const inner = runs.flatMap((run) => {
      const item = at(run, i);
      return item.kind === "stack" ? item.runs : [];
    });
    return inner.length > 0 && isUneven({ kind: "stack", runs: inner });
  });
}

/** How deep stacks nest, itself counted. */
function nestingOf(item: Item): number {
  if (item.kind === "card") return 0;
  return 1 + item.runs.reduce((most, run) => run.reduce((deep, inner) => Math.max(deep, nestingOf(inner)), most), 0);
}

/**
 * Groups unlike items until at most `limit` are left, as nobody could look at more. `isHead` marks items that a group
 * begins with: a region before the host stretch after it.
 */
export function groupStretches(items: readonly Item[], limit: number, isHead: (item: Item) => boolean): readonly Item[] {
  if (items.length <= limit) return items;
  const pairs: Item[][] = [];
  for (const item of items) {
    const last = pairs.at(-1);
    if (last?.[0] && isHead(last[0]) && item.kind === "card" && !isHead(item)) last.push(item);
    else pairs.push([item]);
  }
  const size = Math.ceil(pairs.length / limit);
  const out: Item[] = [];
  for (let i = 0; i < pairs.length; i += size) {
    const run = pairs.slice(i, i + size).flat();
    out.push(run.length === 1 ? at(run, 0) : { kind: "stack", runs: [withoutAlone(run)] });
  }
  return out;
}

/** All cards of an item, in order. */
export function cardsOf(item: Item): number[] {
  const out: number[] = [];
  const open: Item[] = [item];
  for (let next = open.pop(); next; next = open.pop()) {
    if (next.kind === "card") out.push(next.card);
    else for (const run of next.runs.toReversed()) for (const inner of run.toReversed()) open.push(inner);
  }
  return out;
}
