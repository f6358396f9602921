/** The tracks of edges that go on in the next column: below a column, up the gutter beside it, and above the next. */
import { at } from "../../at.ts";
import type { DrawableGraph, GraphLayout } from "../../drawable.ts";
import type { Block } from "./blocks.ts";
import type { ColumnBoxes } from "./columnBoxes.ts";

/** Where an edge passes from one column on to a later one. */
export interface Passage {
  /** The point of the edge after which it does. */
  readonly point: number;
  readonly from: number;
  readonly to: number;
  /** Where it leaves and enters, in the picture without columns. */
  readonly exit: number;
  readonly entry: number;
}

export interface Tracks {
  /** By edge of the block: its passages, in order. */
  readonly passages: ReadonlyMap<number, readonly Passage[]>;
  /** By column: how many tracks come into it. */
  readonly counts: Int32Array;
  /** The number of an edge's track into a column; values of one producer share it. */
  trackOf(edge: number, column: number): number;
}

/** Finds where edges leave columns, and gives each producer a track into each column it reaches, so that tracks nest. */
export function tracksOf(graph: DrawableGraph, block: Block, flat: GraphLayout, { columnOf, columns }: ColumnBoxes): Tracks {
  const passages = new Map<number, Passage[]>();
  const nets: Map<number, number>[] = columns.map(() => new Map());
  const isUsed = (column: number) => at(columns, column).left <= at(columns, column).right;
  for (const e of block.edges) {
    const { from: producer } = at(graph.edges, e);
    const found: Passage[] = [];
    const pass = (passage: Passage) => {
      found.push(passage);
      const net = at(nets, passage.to);
      const outer = passage.to - passage.from > 1 ? Number.NEGATIVE_INFINITY : passage.exit;
      net.set(producer, Math.max(net.get(producer) ?? Number.NEGATIVE_INFINITY, outer));
    };
    const [first, end] = [at(flat.edgeOffsets, e), at(flat.edgeOffsets, e + 1)];
    for (let p = first; p + 1 < end; p++) {
      const [x0, y0] = [at(flat.edgePoints, p * 2), at(flat.edgePoints, p * 2 + 1)];
      const [x1, y1] = [at(flat.edgePoints, p * 2 + 2), at(flat.edgePoints, p * 2 + 3)];
      const [from, to] = [columnOf(y0), columnOf(y1)];
      if (to <= from) continue;
      if (x0 !== x1) pass({ point: p, from, to, exit: x0, entry: x1 });
      else {
        let last = from;
        for (let c = from + 1; c <= to; c++) {
          if (!isUsed(c)) continue;
          pass({ point: p, from: last, to: c, exit: x0, entry: x0 });
          last = c;
        }
      }
    }
    if (found.length > 0) passages.set(e, found);
  }
  const ranks = nets.map((net) => new Map([...net].sort(([, a], [, b]) => b - a).map(([producer], i) => [producer, i])));
  return {
    passages,
    counts: Int32Array.from(nets, (net) => net.size),
    trackOf: (edge, column) => at(ranks, column).get(at(graph.edges, edge).from) ?? 0,
  };
}
