/** A block as bands: nodes side by side form a band. Between bands are gaps, where a column may end. */
import { at, countWhile } from "@relayscope/ir";
import type { DrawableGraph, GraphLayout } from "../../drawable.ts";
import { widthIn } from "../../edgeWords.ts";
import { netsOf } from "../nets.ts";
import { type Rectangle, rectangleAt } from "../rectangles.ts";
import { frameBottom, hullTop } from "../sizes.ts";
import type { Block } from "./blocks.ts";
import { trackOf } from "./gutters.ts";

export interface Bands {
  readonly count: number;
  readonly top: readonly number[];
  readonly bottom: readonly number[];
  /** How far nodes and edges reach to the left and right. */
  readonly left: Float64Array;
  readonly right: Float64Array;
  /** By band: the number of nets whose values cross the gap below it. Values of one net share a track. */
  readonly crossing: Int32Array;
  /** By band: the total width of these tracks. */
  readonly tracks: Float64Array;
  /**
   * By band: the height of the lowest frame, and of the lowest region, that a cut below it would go through; infinite
   * for none.
   */
  readonly lowestFrame: Float64Array;
  readonly lowestRegion: Float64Array;
}

/**
 * Reads the bands of a block from its picture without columns. Regions of other stages (by node) count like its own
 * regions.
 */
export function bandsOf(graph: DrawableGraph, block: Block, flat: GraphLayout, others: OtherRegions = []): Bands {
  const spans = block.nodes.map((i) => rectangleAt(flat.nodes, i)).sort((a, b) => a[1] - b[1]);
  const top: number[] = [];
  const bottom: number[] = [];
  for (const [, y, , height] of spans) {
    const last = bottom.length - 1;
    if (last >= 0 && y < at(bottom, last)) bottom[last] = Math.max(at(bottom, last), y + height);
    else {
      top.push(y);
      bottom.push(y + height);
    }
  }
  const count = top.length;
  /** Frames higher than a column are cut, and are then as wide as their content. */
  const tallest = count > 0 ? (at(bottom, count - 1) - at(top, 0)) / 2 : 0;
  const left = new Float64Array(count).fill(Number.POSITIVE_INFINITY);
  const right = new Float64Array(count).fill(Number.NEGATIVE_INFINITY);
  const reach = (band: number, x0: number, x1: number) => {
    left[band] = Math.min(at(left, band), x0);
    right[band] = Math.max(at(right, band), x1);
  };
  for (const [x, y, width, height] of spans) reach(bandAt(top, y + height / 2), x, x + width);
  for (const f of block.frames) {
    const [x, y, width, height] = rectangleAt(flat.frames, f);
    if (width === 0) continue;
    const [from, to] = [bandAt(top, y), bandAt(top, y + height)];
    if (to - from <= longest) for (let b = at(top, from) < y ? from + 1 : from; b <= to; b++) if (height < tallest) reach(b, x, x + width);
  }
  const crossing = new Int32Array(count + 1);
  const tracks = new Float64Array(count + 1);
  const nets = netsOf(graph);
  /** By net: over which bands its values run. */
  const reaches = new Map<number, { readonly from: number; readonly to: number; readonly width: number }>();
  for (const e of block.edges) {
    const [first, end] = [at(flat.edgeOffsets, e), at(flat.edgeOffsets, e + 1)];
    for (let p = first; p + 1 < end; p++) {
      const [x0, y0, x1, y1] = [
        at(flat.edgePoints, p * 2),
        at(flat.edgePoints, p * 2 + 1),
        at(flat.edgePoints, p * 2 + 2),
        at(flat.edgePoints, p * 2 + 3),
      ];
      const [from, to] = [bandAt(top, Math.min(y0, y1)), bandAt(top, Math.max(y0, y1))];
      // A slanted piece over many bands has no lane: it is routed around columns.
      if (x0 === x1) for (let b = from; b <= to; b++) reach(b, x0 - 4, x0 + 4);
    }
    const [from, to] = [bandAt(top, at(flat.edgePoints, first * 2 + 1) - 1), bandAt(top, at(flat.edgePoints, end * 2 - 1))];
    const net = at(nets, e);
    const known = reaches.get(net) ?? { from, to, width: 0 };
    reaches.set(net, { from: Math.min(known.from, from), to: Math.max(known.to, to), width: Math.max(known.width, widthIn(graph, e)) });
  }
  for (const { from, to, width } of reaches.values()) {
    if (to <= from) continue;
    const track = trackOf(width);
    crossing[from] = at(crossing, from) + 1;
    crossing[to] = at(crossing, to) - 1;
    tracks[from] = at(tracks, from) + track;
    tracks[to] = at(tracks, to) - track;
  }
  for (let b = 1; b < count; b++) {
    crossing[b] = at(crossing, b) + at(crossing, b - 1);
    tracks[b] = at(tracks, b) + at(tracks, b - 1);
  }
  const lowestFrame = lowestOf(
    block.frames.map((f) => rectangleAt(flat.frames, f)),
    top,
  );
  const regions = block.hulls.map((h) => rectangleAt(flat.hulls, h));
  const lowestRegion = lowestOf([...regions, ...boundsOf(block, flat, others)], top);
  return { count, top, bottom, left, right, crossing, tracks, lowestFrame, lowestRegion };
}

/** By region of another stage that follows this picture: the nodes that it holds. */
export type OtherRegions = readonly (readonly number[])[];

/** The bounds of each region's nodes in a block, with room for its outline. */
function boundsOf(block: Block, flat: GraphLayout, regions: OtherRegions): readonly Rectangle[] {
  if (regions.length === 0) return [];
  const isInside = new Set(block.nodes);
  return regions.flatMap((nodes) => {
    const boxes = nodes.filter((i) => isInside.has(i)).map((i) => rectangleAt(flat.nodes, i));
    if (boxes.length === 0) return [];
    const top = boxes.reduce((least, [, y]) => Math.min(least, y), Number.POSITIVE_INFINITY) - hullTop;
    const bottom = boxes.reduce((most, [, y, , height]) => Math.max(most, y + height), Number.NEGATIVE_INFINITY) + frameBottom;
    return [[0, top, 1, bottom - top] as const];
  });
}

/** The last band that starts at or above a height. */
export function bandAt(top: readonly number[], y: number): number {
  return Math.max(0, countWhile(top.length, (band) => at(top, band) <= y) - 1);
}

/** Frames and regions over more bands than this are cut like text. */
const longest = 2000;

/** By band: the height of the lowest of some boxes that a cut below it would go through. */
function lowestOf(boxes: readonly Rectangle[], top: readonly number[]): Float64Array {
  const lowest = new Float64Array(top.length).fill(Number.POSITIVE_INFINITY);
  for (const [, y, width, height] of boxes) {
    if (width === 0) continue;
    const [from, to] = [bandAt(top, y), bandAt(top, y + height)];
    const first = at(top, from) < y ? from + 1 : from;
    if (to - first > longest) continue;
    for (let b = first; b < to; b++) lowest[b] = Math.min(at(lowest, b), height);
  }
  return lowest;
}
