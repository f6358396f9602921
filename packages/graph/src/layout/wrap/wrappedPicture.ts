/** The picture in columns, put together of its blocks. */
import { at } from "@relayscope/ir";
import type { DrawableGraph, GraphLayout } from "../../drawable.ts";
import { type Rectangle, rectangleAt } from "../rectangles.ts";
import { packRoutes } from "../routes.ts";
import type { Block } from "./blocks.ts";
import type { ColumnBoxes, Piece } from "./columnBoxes.ts";
import type { Tracks } from "./crossings.ts";
import { channelOf, gutterOf, squeeze } from "./gutters.ts";
import { type Extent, shelve } from "./shelves.ts";

/** Around a function in the picture. */
export const margin = 14;
const rootTop = 22;
export const rootSide = 12;

/** How far a column is moved to the right and down. */
export type Shift = readonly [number, number];

/** The picture in columns while it is put together, block by block. */
export class WrappedPicture {
  private readonly nodes: Float32Array;
  private readonly frames: Rectangle[][];
  private readonly routes: number[][];
  private readonly hullRectangles = new Map<number, Rectangle[]>();
  private readonly sizes: (readonly [number, number])[] = [];
  private readonly columns: Int32Array;

  constructor(
    private readonly graph: DrawableGraph,
    private readonly flat: GraphLayout,
  ) {
    this.nodes = new Float32Array(flat.nodes.length);
    this.columns = new Int32Array(graph.nodes.length);
    this.frames = graph.frames.map(() => []);
    this.routes = graph.edges.map(() => []);
  }

  /** Adds a block at the origin, its columns moved by `shifts`. */
  add(block: Block, boxes: ColumnBoxes, tracks: Tracks, shifts: readonly Shift[]): void {
    const move = ([x, y, w, h]: Rectangle, column: number): Rectangle => {
      const [dx, dy] = at(shifts, column);
      return [x + dx, y + dy, w, h];
    };
    const place = ({ box, column }: Piece) => move(box, column);
    for (const i of block.nodes) {
      const box = rectangleAt(this.flat.nodes, i);
      const column = boxes.columnOf(box[1] + box[3] / 2);
      this.columns[i] = column;
      this.nodes.set(move(box, column), i * 4);
    }
    for (const [f, pieces] of boxes.framePieces) this.frames[f] = pieces.map(place);
    for (const [h, pieces] of boxes.hullPieces) this.hullRectangles.set(h, pieces.map(place));
    for (const e of block.edges) this.routes[e] = routeOf(e, this.flat, boxes, tracks, shifts);
    const [width, height] = extentOf(boxes, tracks, shifts);
    this.sizes.push([width, height]);
    if (block.root >= 0) this.frames[block.root] = [[0, 0, width, height]];
  }

  /** Puts the blocks next to each other, in shelves as wide as in an earlier picture if there was one. */
  finish(blocks: readonly Block[], pane: Extent, known?: number) {
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
      hullJoins: new Uint32Array(graph.regions.length),
      ...packRoutes(this.routes),
    };
    return { layout, shelf, columns: this.columns };
  }

  private move(block: Block, dx: number, dy: number): void {
    const shifted = ([x, y, w, h]: Rectangle): Rectangle => [x + dx, y + dy, w, h];
    for (const i of block.nodes) this.nodes.set(shifted(rectangleAt(this.nodes, i)), i * 4);
    for (const f of block.root >= 0 ? [block.root, ...block.frames] : block.frames) this.frames[f] = at(this.frames, f).map(shifted);
    for (const h of block.hulls) this.hullRectangles.set(h, (this.hullRectangles.get(h) ?? []).map(shifted));
    for (const e of block.edges) this.routes[e] = at(this.routes, e).map((v, i) => v + (i % 2 === 0 ? dx : dy));
  }
}

/** The width and height that a block in columns takes. */
function extentOf(boxes: ColumnBoxes, { widths }: Tracks, shifts: readonly Shift[]): readonly [number, number] {
  let [width, height] = [0, 0];
  boxes.columns.forEach((column, c) => {
    if (column.left > column.right) return;
    const [dx, dy] = at(shifts, c);
    width = Math.max(width, column.right + dx);
    height = Math.max(height, column.bottom + dy);
  });
  return [width + rootSide, height + channelBeside(widths) + rootSide];
}

/** Room above columns and below them for the tracks between them. */
function channelBeside(widths: Float64Array): number {
  const width = most(widths);
  return width > 0 ? channelOf(width) : 0;
}

/** From the top of a function to its columns. */
export function roomAbove({ widths, thickest }: Tracks): number {
  return rootTop + channelBeside(widths) + headRoom(most(thickest));
}

/** The room above a column that the arrowheads of thick edges need in addition to that of thin ones. */
function headRoom(thickness: number): number {
  return Math.max(0, 0.7 * (thickness - 1.2));
}

function most(values: Float64Array): number {
  return values.reduce((a, b) => Math.max(a, b), 0);
}

/**
 * The move of each column: the columns are side by side with aligned tops, at least as far apart as in an earlier
 * picture.
 */
export function shiftColumns(boxes: ColumnBoxes, tracks: Tracks, earlier: readonly Shift[] | undefined): readonly Shift[] {
  const shifts: Shift[] = [];
  const above = roomAbove(tracks);
  let x = rootSide;
  boxes.columns.forEach((column, c) => {
    const was = earlier?.[c];
    if (column.left > column.right) {
      shifts.push(was ?? [0, 0]);
      return;
    }
    const start = c === 0 ? x : x + gutterOf(at(tracks.widths, c));
    const dx = Math.max(Math.round(start - column.left), was?.[0] ?? Number.NEGATIVE_INFINITY);
    const dy = Math.max(Math.round(above - column.top), was?.[1] ?? Number.NEGATIVE_INFINITY);
    shifts.push([dx, dy]);
    x = column.right + dx;
  });
  return shifts;
}

/** From a column's content to the tracks, vertically and horizontally. */
const [beyond, beside] = [5, 7];

/** An edge's points: as they were within columns, on its tracks between them. */
function routeOf(e: number, flat: GraphLayout, boxes: ColumnBoxes, tracks: Tracks, shifts: readonly Shift[]): number[] {
  const points: number[] = [];
  const [first, end] = [at(flat.edgeOffsets, e), at(flat.edgeOffsets, e + 1)];
  const bottomOf = (column: number) => at(boxes.columns, column).bottom + at(shifts, column)[1];
  let next = first;
  const keep = (upTo: number) => {
    for (; next < upTo; next++) {
      const [x, y] = [at(flat.edgePoints, next * 2), at(flat.edgePoints, next * 2 + 1)];
      const [dx, dy] = at(shifts, boxes.columnOf(y));
      points.push(x + dx, y + dy);
    }
  };
  for (const { before, behind, from, to, exit, entry, lane = 0, shortcut } of tracks.ways.get(e) ?? []) {
    const place = tracks.placeOf(e, to);
    const width = at(tracks.widths, to);
    const rest = width * squeeze(width) - place;
    const column = at(boxes.columns, to);
    const gutter = column.left + at(shifts, to)[0] - beside - rest;
    let upper = column.top + at(shifts, to)[1] - beyond - rest - headRoom(at(tracks.thickest, to));
    if (shortcut === "over") {
      // At the height at which it came over the column before.
      const height = points.at(-1) ?? upper;
      points.splice(-2, 2, gutter, height);
      upper = Math.min(upper, height);
    } else if (shortcut === "aside") {
      keep(lane);
      points.push(gutter, at(flat.edgePoints, lane * 2 + 1) + at(shifts, from)[1]);
    } else {
      keep(before + 1);
      let below = bottomOf(from);
      for (let c = from + 1; c < to; c++) below = Math.max(below, bottomOf(c));
      const lower = below + beyond + place;
      points.push(exit + at(shifts, from)[0], lower, gutter, lower);
    }
    next = Math.max(next, behind);
    points.push(gutter, upper, entry + at(shifts, to)[0], upper);
  }
  keep(end);
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
