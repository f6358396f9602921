/** An index of the lines of edges: where they run, not what they run around. */
import type { GraphAnswer } from "@relayscope/engine";
import Flatbush from "flatbush";

export interface Lines {
  /** The indices of the edges that run through a rectangle, or close by. */
  search(left: number, top: number, right: number, bottom: number): number[];
}

/** A line that reaches further, in width or in height, is found by its pieces: all of a picture may lie between its ends, and thousands of lines so. */
const longest = 600;

interface Bounds {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** The bounds of the points of a line from one to another, both included. */
function boundsOf({ edgePoints }: GraphAnswer["layout"], first: number, last: number): Bounds {
  const bounds = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  for (let p = first; p <= last; p++) {
    const [x, y] = [edgePoints[2 * p] ?? 0, edgePoints[2 * p + 1] ?? 0];
    bounds.left = Math.min(bounds.left, x);
    bounds.right = Math.max(bounds.right, x);
    bounds.top = Math.min(bounds.top, y);
    bounds.bottom = Math.max(bounds.bottom, y);
  }
  return bounds;
}

/** The lines of a layout's edges; undefined where there are none. */
export function linesOf(layout: GraphAnswer["layout"]): Lines | undefined {
  const owners: number[] = [];
  const found: Bounds[] = [];
  for (let i = 0; i + 1 < layout.edgeOffsets.length; i++) {
    const [first, last] = [layout.edgeOffsets[i] ?? 0, (layout.edgeOffsets[i + 1] ?? 0) - 1];
    const all = boundsOf(layout, first, last);
    const isLong = all.right - all.left > longest || all.bottom - all.top > longest;
    if (!isLong && last >= first) found.push(all);
    else for (let p = first; p < last; p++) found.push(boundsOf(layout, p, p + 1));
    while (owners.length < found.length) owners.push(i);
  }
  if (found.length === 0) return undefined;
  const index = new Flatbush(found.length);
  for (const { left, top, right, bottom } of found) index.add(left, top, right, bottom);
  index.finish();
  return { search: (...rectangle) => [...new Set(index.search(...rectangle).map((item) => owners[item] ?? -1))] };
}
