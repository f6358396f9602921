/**
 * The tracks of edges that continue in the next column: below a column, up the gutter next to it, and above the next
 * column.
 */
import { at } from "@relayscope/ir";
import type { DrawableGraph, GraphLayout } from "../../drawable.ts";
import { widthIn } from "../../edgeWords.ts";
import { isMap } from "../../isMap.ts";
import { netsOf } from "../nets.ts";
import type { Block } from "./blocks.ts";
import type { ColumnBoxes } from "./columnBoxes.ts";
import { squeeze, trackOf } from "./gutters.ts";
import { type Passage, passagesOf } from "./passages.ts";
import { type Shortcut, shortcutsOf } from "./shortcuts.ts";

/** How an edge continues in another column. */
export interface Way extends Passage {
  readonly shortcut: Shortcut | undefined;
}

export interface Tracks {
  /** By edge of the block: where it continues in other columns, in order. */
  readonly ways: ReadonlyMap<number, readonly Way[]>;
  /**
   * By column: the total width of the tracks that enter it, before they are squeezed, and the thickness of their
   * thickest edge.
   */
  readonly widths: Float64Array;
  readonly thickest: Float64Array;
  /** The middle of an edge's track into a column, measured from the first track. Edges of one net share a track. */
  placeOf(edge: number, column: number): number;
}

/** Gives each net a track into each column that its edges reach, so that tracks nest. */
export function tracksOf(graph: DrawableGraph, block: Block, flat: GraphLayout, boxes: ColumnBoxes): Tracks {
  const ways = new Map<number, Way[]>();
  const nets = netsOf(graph);
  const reaching: Map<number, Reaching>[] = boxes.columns.map(() => new Map());
  const passages = passagesOf(block, flat, boxes);
  const shortcuts = isMap(graph) ? shortcutsOf(graph, block, flat, boxes, passages) : new Map<Passage, Shortcut>();
  for (const passage of passages) {
    const { edge, from, to, exit, lane = 0 } = passage;
    const shortcut = shortcuts.get(passage);
    ways.set(edge, [...(ways.get(edge) ?? []), { ...passage, shortcut }]);
    const net = at(nets, edge);
    const known = at(reaching, to).get(net) ?? { start: Number.POSITIVE_INFINITY, outer: Number.NEGATIVE_INFINITY, thickness: 0 };
    const start = shortcut === "over" ? 0 : shortcut ? at(flat.edgePoints, lane * 2 + 1) : Number.POSITIVE_INFINITY;
    at(reaching, to).set(net, {
      start: Math.min(known.start, start),
      outer: Math.max(known.outer, to - from > 1 ? Number.NEGATIVE_INFINITY : exit),
      thickness: Math.max(known.thickness, widthIn(graph, edge)),
    });
  }
  const places = reaching.map(placesOf);
  return {
    ways,
    widths: Float64Array.from(reaching, widthOf),
    thickest: Float64Array.from(reaching, (nets) => [...nets.values()].reduce((most, { thickness }) => Math.max(most, thickness), 0)),
    placeOf: (edge, column) => at(places, column).get(at(nets, edge)) ?? 0,
  };
}

/** The part of a net that enters a column. */
interface Reaching {
  /** The height at which it enters the gutter; infinite if it comes from the foot of the previous column. */
  readonly start: number;
  /** The horizontal position at which it leaves the previous column. */
  readonly outer: number;
  /** Of its thickest edge. */
  readonly thickness: number;
}

function widthOf(nets: ReadonlyMap<number, Reaching>): number {
  let width = 0;
  for (const { thickness } of nets.values()) width += trackOf(thickness);
  return width;
}

/** By net: the middle of its track, the inner ones first. */
function placesOf(nets: ReadonlyMap<number, Reaching>): ReadonlyMap<number, number> {
  const share = squeeze(widthOf(nets));
  const places = new Map<number, number>();
  let start = 0;
  for (const [net, { thickness }] of [...nets].sort(([, a], [, b]) => byStart(a, b) || b.outer - a.outer)) {
    const width = share * trackOf(thickness);
    places.set(net, start + width / 2);
    start += width;
  }
  return places;
}

/** A net that enters the gutter higher up gets a track further to the left, so that nets from below do not cross it. */
function byStart(a: Reaching, b: Reaching): number {
  return a.start === b.start ? 0 : a.start - b.start;
}
