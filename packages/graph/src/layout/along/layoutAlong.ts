/** A picture in the columns of another one: what both have stands where it was there, as far as there is room. */
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
import { type Standing, twinsOf } from "./standing.ts";
import { stretched } from "./stretch.ts";

/** What is laid out along another picture. */
interface Follower {
  readonly graph: DrawableGraph;
  readonly flat: GraphLayout;
  readonly block: Block;
  readonly bands: Bands;
  /** By node: what represents the same in the other picture. */
  readonly twins: Int32Array;
}

/**
 * A picture without columns in those of another picture, in a few ways: in as many, one more, one less. Columns are as high as `most` at most. None
 * where functions are beside each other.
 */
export function layoutAlong(graph: DrawableGraph, flat: GraphLayout, standing: Standing, most: PaneSize): readonly Standing[] {
  const [block, ...others] = blocksOf(graph, flat);
  if (!block || others.length > 0) return [];
  const follower = { graph, flat, block, bands: bandsOf(graph, block, flat), twins: twinsOf(standing.graph, graph) };
  const { bands } = follower;
  const held = heldNodes(follower, standing);
  const top = topOf(standing);
  const height = most.height - 2 * margin - top - rootSide;
  const count = standing.columns.reduce((last, column) => Math.max(last, column), 0) + 1;
  return [count, count + 1, count - 1].flatMap((columns) => {
    const dealt = dealAlong(bands, held, { columns, top, height, canEnd: (band) => canCut(bands, band, height) });
    return dealt ? [inPlace(follower, dealt, standing, most)] : [];
  });
}

/** How many nodes of a picture stand where they are in another one. */
export function heldIn({ graph, layout }: Standing, standing: Standing): number {
  return twinsOf(standing.graph, graph).reduce((sum, twin, i) => {
    if (twin < 0) return sum;
    const [dx, dy] = ([0, 1] as const).map((axis) => middleOf(layout, i, axis) - middleOf(standing.layout, twin, axis));
    return Math.hypot(dx ?? 0, dy ?? 0) < near ? sum + 1 : sum;
  }, 0);
}

function heldNodes({ flat, bands, twins }: Follower, { layout, columns }: Standing): readonly Held[] {
  const held: Held[] = [];
  twins.forEach((twin, i) => {
    if (twin < 0) return;
    const y = middleOf(flat, i, 1);
    const band = bandAt(bands.top, y);
    held.push({ band, lower: y - at(bands.top, band), column: at(columns, twin), y: middleOf(layout, twin, 1) - margin });
  });
  return held;
}

function topOf({ graph, layout }: Standing): number {
  return graph.nodes.reduce((top, _, i) => Math.min(top, at(layout.nodes, i * 4 + 1) - margin), Number.POSITIVE_INFINITY);
}

function inPlace({ graph, flat, block, bands, twins }: Follower, dealt: Dealt, standing: Standing, pane: PaneSize): Standing {
  const tops = belowEachOther(bands, dealt);
  const drawn = stretched(flat, bands, tops);
  const boxes = columnBoxesOf(block, drawn, bandsOf(graph, block, drawn), dealt.columns);
  const tracks = tracksOf(graph, block, drawn, boxes);
  const down = dealt.columns.slice(0, -1).map((b) => (b < bands.count ? at(dealt.tops, b) - at(tops, b) : 0));
  const across = stepsAside(boxes, drawn, twins, standing);
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

/** By column: how far it moves aside for what it holds to stand where it was in the same column; NaN where it holds nothing of that. */
function stepsAside({ columns, columnOf }: ColumnBoxes, flat: GraphLayout, twins: Int32Array, standing: Standing): readonly number[] {
  const steps: number[][] = columns.map(() => []);
  twins.forEach((twin, i) => {
    const column = columnOf(middleOf(flat, i, 1));
    if (twin < 0 || at(standing.columns, twin) !== column) return;
    steps[column]?.push(middleOf(standing.layout, twin, 0) - margin - middleOf(flat, i, 0));
  });
  return steps.map(medianOf);
}

/** How far each column moves: aside as wanted, but beside the one before; down as wanted, but all as much lower as the tracks above them ask for. */
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
