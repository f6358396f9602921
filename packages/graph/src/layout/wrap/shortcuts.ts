/**
 * Removes detours on a map: lanes that run to the end of a column only to come up again next to it. Their edges go
 * sideways, or over the column, at once.
 */
import { at } from "@relayscope/ir";
import type { DrawableGraph, GraphLayout } from "../../drawable.ts";
import { rectangleAt } from "../rectangles.ts";
import type { Block } from "./blocks.ts";
import type { ColumnBoxes } from "./columnBoxes.ts";
import type { Passage } from "./passages.ts";

/** How a passage is shortened: from its lane's turn straight to the gutter, or over a whole column that it passes. */
export type Shortcut = "aside" | "over";

/** With more comparisons than this, edges keep their lanes. */
const mostComparisons = 1e6;

/** The passages that can be shortened with nothing in the way. */
export function shortcutsOf(
  graph: DrawableGraph,
  block: Block,
  flat: GraphLayout,
  { columnOf, columns }: ColumnBoxes,
  passages: readonly Passage[],
): ReadonlyMap<Passage, Shortcut> {
  const shortcuts = new Map<Passage, Shortcut>();
  const candidates = passages.filter(({ lane, from, to }) => lane !== undefined && to === from + 1);
  if (candidates.length * (block.nodes.length + block.frames.length + flat.edgePoints.length / 2) > mostComparisons) return shortcuts;
  const xOf = (p: number) => at(flat.edgePoints, p * 2);
  const yOf = (p: number) => at(flat.edgePoints, p * 2 + 1);
  const boxes = [
    ...block.nodes.map((i) => rectangleAt(flat.nodes, i)),
    ...block.frames.map((f) => rectangleAt(flat.frames, f)).filter(([, , width]) => width > 0),
  ];
  const gone = new Set<number>();
  const producerOf = (e: number) => at(graph.edges, e).from;
  /** Whether there is no node, and no other descending edge, to the right of a place. */
  const isClear = (x: number, top: number, bottom: number, own: number, isOver: boolean) => {
    const isBeside = ([left, y, width, height]: readonly [number, number, number, number]) =>
      (isOver ? left + width > x : left > x) && y < bottom - 1 && y + height > top + 1;
    if (boxes.some(isBeside)) return false;
    return !block.edges.some((e) => {
      if (producerOf(e) === producerOf(own)) return false;
      for (let p = at(flat.edgeOffsets, e); p + 1 < at(flat.edgeOffsets, e + 1); p++)
        if (xOf(p) === xOf(p + 1) && xOf(p) > x && !gone.has(p) && yOf(p) < bottom - 1 && yOf(p + 1) > top + 1) return true;
      return false;
    });
  };
  for (const passage of candidates.toSorted((a, b) => a.from - b.from || b.exit - a.exit)) {
    const { edge, from, exit, lane = 0 } = passage;
    const { first, last } = at(columns, from);
    if (columnOf(yOf(lane - 1)) === from) {
      const [top, bottom, x] = [yOf(lane - 1), yOf(lane), Math.max(exit, xOf(lane - 1))];
      if (bottom >= last || bottom - top < 2 || !isClear(x, top, bottom, edge, false)) continue;
      shortcuts.set(passage, "aside");
      gone.add(lane);
    } else if (passages.some((other) => other.edge === edge && other.to === from && other.entry === exit)) {
      if (isClear(exit, first, last, edge, true)) shortcuts.set(passage, "over");
    }
  }
  return shortcuts;
}
