/** A picture in the columns of another one: common nodes are where they were there, as far as there is room. */
import { at } from "@relayscope/ir";
import type { DrawableGraph, GraphLayout } from "../../drawable.ts";
import { medianOf } from "../earlier.ts";
import { type Bands, bandAt, bandsOf } from "../wrap/bands.ts";
import { type Block, blocksOf } from "../wrap/blocks.ts";
import { type ColumnBoxes, columnBoxesOf } from "../wrap/columnBoxes.ts";
import { canCut } from "../wrap/columns.ts";
import { type Tracks, tracksOf } from "../wrap/crossings.ts";
import { gutterOf } from "../wrap/gutters.ts";
import type { PaneSize } from "../wrap/wrapLayout.ts";
import { margin, roomAbove, rootSide, type Shift, WrappedPicture } from "../wrap/wrappedPicture.ts";
import { type Held, near } from "./bandStack.ts";
import { type Dealt, dealAlong } from "./dealAlong.ts";
import { type PlacedGraph, twinsOf } from "./placedGraph.ts";
import { stretched } from "./stretch.ts";

/** A picture that is laid out along another one. */
interface Follower {
  readonly graph: DrawableGraph;
  readonly flat: GraphLayout;
  readonly block: Block;
  readonly bands: Bands;
  /** By node: its counterpart in the other picture. */
  readonly twins: Int32Array;
}

/**
 * An unwrapped picture in the columns of another one, in several ways: with as many columns, one more, one less.
 * Columns are at most `most` high. Empty if functions are next to each other.
 */
export function layoutAlong(graph: DrawableGraph, flat: GraphLayout, reference: PlacedGraph, most: PaneSize): readonly PlacedGraph[] {
  const [block, ...others] = blocksOf(graph, flat);
  if (!block || others.length > 0) return [];
  const follower = { graph, flat, block, bands: bandsOf(graph, block, flat), twins: twinsOf(reference.graph, graph) };
  const { bands } = follower;
  const held = heldNodes(follower, reference);
  const top = topOf(reference);
  const height = most.height - 2 * margin - top - rootSide;
  const count = reference.columns.reduce((last, column) => Math.max(last, column), 0) + 1;
  return [count, count + 1, count - 1].flatMap((columns) => {
    const dealt = dealAlong(bands, held, { columns, top, height, canEnd: (band) => canCut(bands, band, height) });
    return dealt ? [inPlace(follower, dealt, reference, most)] : [];
  });
}

/** The number of nodes of a picture that are at the same place as in another one. */
export function heldIn({ graph, layout }: PlacedGraph, reference: PlacedGraph): number {
  return twinsOf(reference.graph, graph).reduce((sum, twin, i) => {
    if (twin < 0) return sum;
    const [dx, dy] = ([0, 1] as const).map((axis) => middleOf(layout, i, axis) - middleOf(reference.layout, twin, axis));
    return Math.hypot(dx ?? 0, dy ?? 0) < near ? sum + 1 : sum;
  }, 0);
}

function heldNodes({ flat, bands, twins }: Follower, { layout, columns }: PlacedGraph): readonly Held[] {
  const held: Held[] = [];
  twins.forEach((twin, i) => {
    if (twin < 0) return;
    const y = middleOf(flat, i, 1);
    const band = bandAt(bands.top, y);
    held.push({ band, lower: y - at(bands.top, band), column: at(columns, twin), y: middleOf(layout, twin, 1) - margin });
  });
  return held;
}

function topOf({ graph, layout }: PlacedGraph): number {
  return graph.nodes.reduce((top, _, i) => Math.min(top, at(layout.nodes, i * 4 + 1) - margin), Number.POSITIVE_INFINITY);
}

function inPlace({ graph, flat, block, bands, twins }: Follower, dealt: Dealt, reference: PlacedGraph, pane: PaneSize): PlacedGraph {
  const tops = belowEachOther(bands, dealt);
  const drawn = stretched(flat, bands, tops);
  const boxes = columnBoxesOf(block, drawn, bandsOf(graph, block, drawn), dealt.columns);
  const tracks = tracksOf(graph, block, drawn, boxes);
  const down = dealt.columns.slice(0, -1).map((b) => (b < bands.count ? at(dealt.tops, b) - at(tops, b) : 0));
  const across = stepsAside(boxes, drawn, twins, reference);
  const out = new WrappedPicture(graph, drawn);
  out.add(block, boxes, tracks, shiftsAlong(boxes, tracks, across, down));
  const { layout, columns } = out.finish([block], pane);
  return { graph, layout, columns };
}

/** Tops of bands in a picture without columns, with the gaps that they have in their columns. */
function belowEachOther(bands: Bands, { columns, tops }: Dealt): readonly number[] {
  const begins = new Set(columns);
  const out: number[] = [];
  bands.top.forEach((y, b) => {
    const gaps = begins.has(b) ? bands.top : tops;
    out.push(b === 0 ? y : at(out, b - 1) + at(gaps, b) - at(gaps, b - 1));
  });
  return out;
}

/**
 * By column: the sideways move that returns its nodes to their places in the same column of the reference; NaN if none
 * of its nodes were there.
 */
function stepsAside({ columns, columnOf }: ColumnBoxes, flat: GraphLayout, twins: Int32Array, reference: PlacedGraph): readonly number[] {
  const steps: number[][] = columns.map(() => []);
  twins.forEach((twin, i) => {
    const column = columnOf(middleOf(flat, i, 1));
    if (twin < 0 || at(reference.columns, twin) !== column) return;
    steps[column]?.push(middleOf(reference.layout, twin, 0) - margin - middleOf(flat, i, 0));
  });
  return steps.map(medianOf);
}

/**
 * The move of each column. Sideways: as wanted, but not over the previous column. Down: as wanted, and all columns by
 * the room that the tracks above them need.
 */
function shiftsAlong({ columns }: ColumnBoxes, tracks: Tracks, across: readonly number[], down: readonly number[]): readonly Shift[] {
  const isUsed = (c: number) => at(columns, c).left <= at(columns, c).right;
  const above = roomAbove(tracks);
  const lower = columns.reduce((most, { top }, c) => (isUsed(c) ? Math.max(most, above - top - at(down, c)) : most), 0);
  let x = rootSide;
  return columns.map(({ left, right }, c): Shift => {
    if (!isUsed(c)) return [0, 0];
    const least = (c === 0 ? x : x + gutterOf(at(tracks.widths, c))) - left;
    const wanted = at(across, c);
    const dx = Math.round(Number.isNaN(wanted) ? least : Math.max(least, wanted));
    x = right + dx;
    return [dx, Math.round(at(down, c) + lower)];
  });
}

function middleOf({ nodes }: GraphLayout, i: number, axis: 0 | 1): number {
  return at(nodes, i * 4 + axis) + at(nodes, i * 4 + 2 + axis) / 2;
}
