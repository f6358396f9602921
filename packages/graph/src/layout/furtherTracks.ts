/** How many edges run aside above each other in the gaps between rows. */
import { at } from "@relayscope/ir";
import type { Link } from "./entities.ts";
import type { ItemBox } from "./groupInput.ts";

/** From a card's corner to the ends of edges. */
const corner = 26;
/** Gaps have room for at most this many edges in addition to the first. */
const most = 4;

/** By row: how many edges in addition to the first need a track of their own in the gap above it. */
export function furtherTracks(items: readonly ItemBox[], links: readonly Link[], centers: Float64Array, rowCount: number): Int32Array {
  /** By row and by source: how far edges run sideways. */
  const spans: Map<number, [left: number, right: number]>[] = Array.from({ length: rowCount }, () => new Map());
  for (const { from, to, fromOffset, toOffset } of links) {
    if (to.top !== from.bottom + 1) continue;
    const x = at(centers, from.index) + fromOffset;
    const middle = at(centers, to.index) + toOffset;
    // Edges enter a frame where they continue in it, and a card anywhere on its upper side.
    const half = to.isLane || items[to.index]?.topMargin ? 0 : Math.max(0, to.width / 2 - corner);
    const end = Math.min(middle + half, Math.max(middle - half, x));
    if (Math.abs(end - x) < 1) continue;
    const span = spans[to.top]?.get(from.index) ?? [x, x];
    spans[to.top]?.set(from.index, [Math.min(span[0], end), Math.max(span[1], end)]);
  }
  return Int32Array.from(spans, (own) => Math.min(most, Math.max(0, chained([...own.values()]) - 1)));
}

/** The largest number of spans that overlap one after the other. */
function chained(spans: readonly (readonly [number, number])[]): number {
  let [count, most, right] = [0, 0, Number.NEGATIVE_INFINITY];
  for (const span of spans.toSorted(([a], [b]) => a - b)) {
    count = span[0] < right ? count + 1 : 1;
    right = Math.max(right, span[1]);
    most = Math.max(most, count);
  }
  return most;
}
