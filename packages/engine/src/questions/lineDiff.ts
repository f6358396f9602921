/**
 * Which lines of two texts are the same. Lines that occur once in both are anchors (patience). Between anchors Myers'
 * greedy search finds the fewest edits; if there are many, it accepts the path that got furthest and continues from
 * there. So even a large text is aligned.
 */
import { countWhile, keptIn } from "@relayscope/ir";

/**
 * Pairs of line numbers, from 1, in order: a line of both texts, of only the first (the second is 0), or of only the
 * second.
 */
export type LinePairs = Int32Array;

/** Edits that are looked at before the search settles; its work grows with their square. */
const mostEdits = 400;

/** The key of a line: every pass renumbers temporaries, so their numbers do not count. */
function keyOf(line: string): string {
  return line.replace(/%\d+/g, "%_");
}

/** The lines of both texts in one order; near-linear in their number. */
export function alignLines(before: readonly string[], after: readonly string[]): LinePairs {
  const ids = new Map<string, number>();
  const numbered = (lines: readonly string[]) =>
    Int32Array.from(lines, (line) => {
      const key = keyOf(line);
      return keptIn(ids, key, () => ids.size);
    });
  const a = numbered(before);
  const b = numbered(after);
  const pairs: number[] = [];
  let [i, j] = [0, 0];
  for (const [nextI, nextJ] of [...anchors(a, b, ids.size), [a.length, b.length] as const]) {
    alignGap(a, b, [i, j], [nextI, nextJ], pairs);
    if (nextI < a.length) pairs.push(nextI + 1, nextJ + 1);
    [i, j] = [nextI + 1, nextJ + 1];
  }
  return Int32Array.from(pairs);
}

/** Lines that occur once in each text, as many as are in the same order in both. */
function anchors(a: Int32Array, b: Int32Array, count: number): readonly (readonly [number, number])[] {
  const once = (lines: Int32Array) => {
    // 0 for none, the place from 1 for one, -1 for several.
    const places = new Int32Array(count);
    lines.forEach((id, i) => {
      places[id] = places[id] === 0 ? i + 1 : -1;
    });
    return places;
  };
  const inA = once(a);
  const inB = once(b);
  // The longest rising sequence of places in the second text: the last of each length, and what came before it.
  const found: { readonly i: number; readonly j: number; readonly previous: number }[] = [];
  const tails: number[] = [];
  a.forEach((id, i) => {
    const j = (inB[id] ?? 0) - 1;
    if ((inA[id] ?? 0) <= 0 || j < 0) return;
    const place = countWhile(tails.length, (at) => (found[tails[at] ?? 0]?.j ?? 0) < j);
    found.push({ i, j, previous: place > 0 ? (tails[place - 1] ?? -1) : -1 });
    tails[place] = found.length - 1;
  });
  const chain: (readonly [number, number])[] = [];
  for (let at = tails.at(-1) ?? -1; at >= 0; ) {
    const link = found[at];
    if (!link) break;
    chain.push([link.i, link.j]);
    at = link.previous;
  }
  return chain.reverse();
}

type LinePair = readonly [number, number];

/** Aligns the lines of the two texts between two places, each a line of the first and a line of the second. */
function alignGap(a: Int32Array, b: Int32Array, from: LinePair, to: LinePair, pairs: number[]): void {
  let [x, y] = from;
  const [endI, endJ] = to;
  while (x < endI && y < endJ && a[x] === b[y]) pairs.push(++x, ++y);
  let [tailA, tailB] = [endI, endJ];
  while (tailA > x && tailB > y && a[tailA - 1] === b[tailB - 1]) {
    tailA--;
    tailB--;
  }
  while (x < tailA && y < tailB) {
    const path = farthest(a.subarray(x, tailA), b.subarray(y, tailB));
    for (const step of path) {
      if (step === "both") pairs.push(++x, ++y);
      else if (step === "first") pairs.push(++x, 0);
      else pairs.push(0, ++y);
    }
  }
  while (x < tailA) pairs.push(++x, 0);
  while (y < tailB) pairs.push(0, ++y);
  while (x < endI) pairs.push(++x, ++y);
}

type Step = "both" | "first" | "second";

/**
 * The steps with the fewest edits through both texts or, if those are too many, to where the search got furthest. Never
 * empty.
 */
function farthest(a: Int32Array, b: Int32Array): readonly Step[] {
  const most = Math.min(a.length + b.length, mostEdits);
  const trace: Int32Array[] = [];
  const offset = most + 1;
  const reach = new Int32Array(2 * most + 3);
  let best = { x: 0, y: 0, round: 0 };
  for (let d = 0; d <= most; d++) {
    for (let k = -d; k <= d; k += 2) {
      const down = k === -d || (k !== d && (reach[offset + k - 1] ?? 0) < (reach[offset + k + 1] ?? 0));
      let x = down ? (reach[offset + k + 1] ?? 0) : (reach[offset + k - 1] ?? 0) + 1;
      while (x < a.length && x - k < b.length && a[x] === b[x - k]) x++;
      reach[offset + k] = x;
      const y = x - k;
      if (x <= a.length && y <= b.length && y >= 0 && x + y > best.x + best.y) best = { x, y, round: d };
      if (x >= a.length && y >= b.length) return walkBack(trace, a.length, b.length, d);
    }
    trace.push(reach.slice(offset - d - 1, offset + d + 2));
  }
  return walkBack(trace, best.x, best.y, best.round);
}

/**
 * Reads the steps from the trace, starting where they end after `round` rounds; round `d` keeps diagonals -d - 1 to d +
 * 1.
 */
function walkBack(trace: readonly Int32Array[], endX: number, endY: number, round: number): readonly Step[] {
  const steps: Step[] = [];
  let [x, y] = [endX, endY];
  for (let d = round; d > 0; d--) {
    const row = trace[d - 1];
    const at = (k: number) => row?.[k + d] ?? 0;
    const k = x - y;
    const down = k === -d || (k !== d && at(k - 1) < at(k + 1));
    const fromX = at(down ? k + 1 : k - 1);
    const fromY = fromX - (down ? k + 1 : k - 1);
    while (x > (down ? fromX : fromX + 1) && y > (down ? fromY + 1 : fromY) && x > 0 && y > 0) {
      steps.push("both");
      x--;
      y--;
    }
    steps.push(down ? "second" : "first");
    [x, y] = [fromX, fromY];
  }
  for (; x > 0 && y > 0; x--, y--) steps.push("both");
  return steps.reverse();
}
