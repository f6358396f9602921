/**
 * Tall pictures in columns, as a newspaper sets its lines: what stands in the rows of a picture is cut at gaps between rows and goes on at the top of
 * the next column, so that reading order is kept and the pane is filled. Near-linear.
 */
import { at } from "../../at.ts";
import type { DrawableGraph, GraphLayout } from "../../drawable.ts";
import { type Rectangle, rectangleAt } from "../rectangles.ts";
import { packRoutes } from "../routes.ts";
import { type Bands, bandsOf } from "./bands.ts";
import { type Block, blocksOf } from "./blocks.ts";
import { type ColumnBoxes, columnBoxesOf, type Piece } from "./columnBoxes.ts";
import { channelOf, columnsAt, columnsOf, extentOf, gutterOf, trackGap } from "./columns.ts";
import { type Passage, type Tracks, tracksOf } from "./crossings.ts";
import { shelve } from "./shelves.ts";

export interface PaneSize {
  readonly width: number;
  readonly height: number;
}

/** How a picture was wrapped, for pictures that follow it. */
export interface Wrapping {
  /** By id of a function's frame (-1 for the whole picture): where columns end in the picture without columns, and how columns were moved. */
  readonly blocks: ReadonlyMap<number, { readonly cuts: readonly number[]; readonly shifts: readonly (readonly [number, number])[] }>;
  /** How wide the shelves of functions are. */
  readonly shelf: number;
}

export interface WrappedLayout {
  readonly layout: GraphLayout;
  readonly wrapping: Wrapping;
}

/** Wraps a picture for a pane, or as an earlier picture was wrapped. */
export function wrapLayout(graph: DrawableGraph, flat: GraphLayout, pane: PaneSize, earlier?: Wrapping): WrappedLayout {
  const blocks = blocksOf(graph, flat);
  const bands = blocks.map((block) => bandsOf(block, flat));
  const idOf = (block: Block) => (block.root < 0 ? -1 : at(graph.frames, block.root).id);
  const height = earlier ? 0 : bestHeight(bands, pane);
  const out = new WrappedPicture(graph, flat);
  const kept = new Map<number, { cuts: readonly number[]; shifts: readonly (readonly [number, number])[] }>();
  blocks.forEach((block, i) => {
    const known = earlier?.blocks.get(idOf(block));
    const columns = known ? columnsAt(at(bands, i), known.cuts) : columnsOf(at(bands, i), height || Number.POSITIVE_INFINITY);
    const boxes = columnBoxesOf(block, flat, at(bands, i), columns);
    kept.set(idOf(block), { cuts: boxes.cuts, shifts: out.add(block, boxes, known?.shifts) });
  });
  const { layout, shelf } = out.finish(blocks, pane, earlier?.shelf);
  return { layout, wrapping: { blocks: kept, shelf } };
}

/** The height of columns at which a picture is largest in a pane, or nearly so without a column of little more than an output. */
function bestHeight(bands: readonly Bands[], pane: PaneSize): number {
  const tallest = bands.reduce((most, b) => Math.max(most, totalHeight(b)), 0);
  let best = { height: Number.POSITIVE_INFINITY, scale: 0, hasLeftover: false };
  let even = best;
  let worse = 0;
  for (let count = 1; count <= 400 && worse < 4; count += count < 24 ? 1 : Math.ceil(count / 12)) {
    worse++;
    for (const share of count === 1 ? [Number.POSITIVE_INFINITY] : looseness) {
      const height = (tallest / count) * share;
      const tried = { height, ...scaleAt(bands, pane, height) };
      if (!tried.hasLeftover && tried.scale > even.scale * 1.02) even = tried;
      if (tried.scale <= best.scale * 1.02) continue;
      worse = 0;
      best = tried;
    }
    if (best.scale === 1) break;
  }
  const isNearly = even.scale >= best.scale * (even.scale >= comfortable ? 0.85 : 0.97);
  return best.hasLeftover && isNearly ? even.height : best.height;
}

/** At this scale a picture can be read with ease, so that a little of it may be given up for its shape. */
const comfortable = 0.8;

/** Columns are tried a little higher than evenly dealt out, so that the last one does not hold a leftover. */
const looseness: readonly number[] = [1.15, 1.05, 1];

function scaleAt(bands: readonly Bands[], pane: PaneSize, columnHeight: number) {
  const sizes: (readonly [number, number])[] = [];
  let hasLeftover = false;
  for (const b of bands) {
    const columns = columnsOf(b, columnHeight);
    sizes.push(extentOf(b, columns));
    hasLeftover ||= endsInLeftover(b, columns);
  }
  const { width, height } = shelve(sizes, pane);
  return { scale: Math.min(1, (pane.width - room) / width, (pane.height - room) / height), hasLeftover };
}

/** The share of the first column's height below which the last one is a leftover. */
const leastColumn = 0.16;

function endsInLeftover({ top, bottom }: Bands, columns: readonly number[]): boolean {
  const heightOf = (c: number) => at(bottom, at(columns, c + 1) - 1) - at(top, at(columns, c));
  return columns.length > 2 && heightOf(columns.length - 2) < leastColumn * heightOf(0);
}

/** Around a picture in its pane, and around a function in the picture. */
const room = 60;
const margin = 14;
const rootTop = 22;
const rootSide = 12;

function totalHeight({ top, bottom, count }: Bands): number {
  return count === 0 ? 0 : at(bottom, count - 1) - at(top, 0);
}

/** The picture in columns while it is put together, block by block. */
class WrappedPicture {
  private readonly nodes: Float32Array;
  private readonly frames: Rectangle[][];
  private readonly routes: number[][];
  private readonly hullRectangles = new Map<number, Rectangle[]>();
  private readonly sizes: (readonly [number, number])[] = [];

  constructor(
    private readonly graph: DrawableGraph,
    private readonly flat: GraphLayout,
  ) {
    this.nodes = new Float32Array(flat.nodes.length);
    this.frames = graph.frames.map(() => []);
    this.routes = graph.edges.map(() => []);
  }

  /** Adds a block at the origin; returns how its columns were moved. */
  add(
    block: Block,
    boxes: ColumnBoxes,
    earlier: readonly (readonly [number, number])[] | undefined,
  ): readonly (readonly [number, number])[] {
    const tracks = tracksOf(this.graph, block, this.flat, boxes);
    const shifts = shiftColumns(boxes, tracks, earlier);
    const move = ([x, y, w, h]: Rectangle, column: number): Rectangle => {
      const [dx, dy] = at(shifts, column);
      return [x + dx, y + dy, w, h];
    };
    const place = ({ box, column }: Piece) => move(box, column);
    for (const i of block.nodes) {
      const box = rectangleAt(this.flat.nodes, i);
      this.nodes.set(move(box, boxes.columnOf(box[1] + box[3] / 2)), i * 4);
    }
    for (const [f, pieces] of boxes.framePieces) this.frames[f] = pieces.map(place);
    for (const [h, pieces] of boxes.hullPieces) this.hullRectangles.set(h, pieces.map(place));
    for (const e of block.edges) this.routes[e] = routeOf(e, this.flat, boxes, tracks, shifts);
    let [width, height] = [0, 0];
    boxes.columns.forEach((column, c) => {
      if (column.left > column.right) return;
      const [dx, dy] = at(shifts, c);
      width = Math.max(width, column.right + dx);
      height = Math.max(height, column.bottom + dy);
    });
    if (tracks.counts.some((n) => n > 0)) height += channelOf(tracks.counts.reduce((most, n) => Math.max(most, n), 0));
    this.sizes.push([width + rootSide, height + rootSide]);
    if (block.root >= 0) this.frames[block.root] = [[0, 0, width + rootSide, height + rootSide]];
    return shifts;
  }

  /** Puts the blocks beside each other, in shelves as wide as in an earlier picture where there was one. */
  finish(blocks: readonly Block[], pane: PaneSize, known: number | undefined) {
    const { places, width, height, shelf } = shelve(this.sizes, pane, known);
    blocks.forEach((block, b) => {
      const [x, y] = at(places, b);
      this.move(block, x + margin, y + margin);
    });
    const { flat, graph } = this;
    const hulls: Rectangle[] = [];
    const hullOffsets = new Uint32Array(flat.hullOffsets.length);
    for (let r = 0; r + 1 < flat.hullOffsets.length; r++) {
      for (let h = at(flat.hullOffsets, r); h < at(flat.hullOffsets, r + 1); h++) hulls.push(...(this.hullRectangles.get(h) ?? []));
      hullOffsets[r + 1] = hulls.length;
    }
    const frameOffsets = new Uint32Array(graph.frames.length + 1);
    this.frames.forEach((pieces, f) => {
      frameOffsets[f + 1] = at(frameOffsets, f) + pieces.length;
    });
    const layout: GraphLayout = {
      width: width + 2 * margin,
      height: height + 2 * margin,
      nodes: this.nodes,
      frames: Float32Array.from(this.frames.flatMap(boundsOf)),
      framePieces: Float32Array.from(this.frames.flat(2)),
      frameOffsets,
      hulls: Float32Array.from(hulls.flat()),
      hullOffsets,
      ...packRoutes(this.routes),
    };
    return { layout, shelf };
  }

  private move(block: Block, dx: number, dy: number): void {
    const shifted = ([x, y, w, h]: Rectangle): Rectangle => [x + dx, y + dy, w, h];
    for (const i of block.nodes) this.nodes.set(shifted(rectangleAt(this.nodes, i)), i * 4);
    for (const f of block.root >= 0 ? [block.root, ...block.frames] : block.frames) this.frames[f] = at(this.frames, f).map(shifted);
    for (const h of block.hulls) this.hullRectangles.set(h, (this.hullRectangles.get(h) ?? []).map(shifted));
    for (const e of block.edges) this.routes[e] = at(this.routes, e).map((v, i) => v + (i % 2 === 0 ? dx : dy));
  }
}

/** How far each column moves: side by side, their tops in line; at least as far as in an earlier picture. */
function shiftColumns(boxes: ColumnBoxes, { counts }: Tracks, earlier: readonly (readonly [number, number])[] | undefined) {
  const shifts: (readonly [number, number])[] = [];
  const above = rootTop + (counts.some((n) => n > 0) ? channelOf(counts.reduce((most, n) => Math.max(most, n), 0)) : 0);
  let x = rootSide;
  boxes.columns.forEach((column, c) => {
    const was = earlier?.[c];
    if (column.left > column.right) {
      shifts.push(was ?? [0, 0]);
      return;
    }
    const start = c === 0 ? x : x + gutterOf(at(counts, c));
    const dx = Math.max(Math.round(start - column.left), was?.[0] ?? Number.NEGATIVE_INFINITY);
    const dy = Math.max(Math.round(above - column.top), was?.[1] ?? Number.NEGATIVE_INFINITY);
    shifts.push([dx, dy]);
    x = column.right + dx;
  });
  return shifts;
}

/** An edge's points: as they were within columns, on its tracks between them. */
function routeOf(
  e: number,
  flat: GraphLayout,
  boxes: ColumnBoxes,
  tracks: Tracks,
  shifts: readonly (readonly [number, number])[],
): number[] {
  const points: number[] = [];
  const passages: readonly Passage[] = tracks.passages.get(e) ?? [];
  let next = 0;
  const [first, end] = [at(flat.edgeOffsets, e), at(flat.edgeOffsets, e + 1)];
  const bottomOf = (column: number) => at(boxes.columns, column).bottom + at(shifts, column)[1];
  for (let p = first; p < end; p++) {
    const [x, y] = [at(flat.edgePoints, p * 2), at(flat.edgePoints, p * 2 + 1)];
    const [dx, dy] = at(shifts, boxes.columnOf(y));
    points.push(x + dx, y + dy);
    for (let passage = passages[next]; passage?.point === p; passage = passages[next]) {
      next++;
      const { from, to, exit, entry } = passage;
      const track = tracks.trackOf(e, to);
      const count = at(tracks.counts, to);
      const gap = trackGap(count);
      let below = bottomOf(from);
      for (let c = from + 1; c < to; c++) below = Math.max(below, bottomOf(c));
      const column = at(boxes.columns, to);
      const gutter = column.left + at(shifts, to)[0] - 10 - (count - 1 - track) * gap;
      const lower = below + 8 + track * gap;
      const upper = column.top + at(shifts, to)[1] - 8 - (count - 1 - track) * gap;
      points.push(exit + at(shifts, from)[0], lower, gutter, lower, gutter, upper, entry + at(shifts, to)[0], upper);
    }
  }
  return points;
}

function boundsOf(pieces: readonly Rectangle[]): Rectangle {
  const [first] = pieces;
  if (!first) return [0, 0, 0, 0];
  let [left, top, right, bottom] = [first[0], first[1], first[0] + first[2], first[1] + first[3]];
  for (const [x, y, w, h] of pieces) {
    left = Math.min(left, x);
    top = Math.min(top, y);
    right = Math.max(right, x + w);
    bottom = Math.max(bottom, y + h);
  }
  return [left, top, right - left, bottom - top];
}
