/**
 * The content of each column of a block: its extent, and the pieces of frames and hulls that continue from one column
 * to the next.
 */
import { at, countWhile } from "@relayscope/ir";
import type { GraphLayout } from "../../drawable.ts";
import { type Rectangle, rectangleAt } from "../rectangles.ts";
import type { Bands } from "./bands.ts";
import type { Block } from "./blocks.ts";
import { type Columns, cutsOf } from "./columns.ts";

export interface ColumnBox {
  left: number;
  right: number;
  top: number;
  bottom: number;
  /** Where its first node begins and its last one ends, in the picture without columns. */
  readonly first: number;
  readonly last: number;
}

/** A piece of a frame or hull in a column, at its place in the picture without columns. */
export interface Piece {
  readonly column: number;
  readonly box: Rectangle;
}

export interface ColumnBoxes {
  readonly columns: readonly ColumnBox[];
  /** Heights at which columns end, in the picture without columns. */
  readonly cuts: readonly number[];
  columnOf(y: number): number;
  /** By frame of the block, and by hull: its pieces, from the first column to the last. */
  readonly framePieces: ReadonlyMap<number, readonly Piece[]>;
  readonly hullPieces: ReadonlyMap<number, readonly Piece[]>;
}

/** Room between the boundary of a frame that continues in the next column and its content. */
const border = 8;
/** With more comparisons than this, frames that continue are as wide as their column. */
const mostComparisons = 4e6;

interface Spanning {
  readonly box: Rectangle;
  readonly first: number;
  readonly last: number;
  readonly pieces: Piece[];
}

/** Deals out a block's boxes to its columns. */
export function columnBoxesOf(block: Block, flat: GraphLayout, bands: Bands, columns: Columns): ColumnBoxes {
  const cuts = cutsOf(bands, columns);
  const columnOf = (y: number) => countWhile(cuts.length, (cut) => at(cuts, cut) < y);
  const boxes: ColumnBox[] = [];
  for (let c = 0; c + 1 < columns.length; c++) {
    const box = {
      ...emptyBox(),
      first: bands.top[at(columns, c)] ?? Number.POSITIVE_INFINITY,
      last: bands.bottom[at(columns, c + 1) - 1] ?? Number.NEGATIVE_INFINITY,
    };
    for (let b = at(columns, c); b < at(columns, c + 1); b++) {
      const height = at(bands.bottom, b) - at(bands.top, b);
      widen(box, [at(bands.left, b), at(bands.top, b), at(bands.right, b) - at(bands.left, b), height]);
    }
    boxes.push(box);
  }
  const inside: Rectangle[][] = boxes.map(() => []);
  for (const i of block.nodes) {
    const box = rectangleAt(flat.nodes, i);
    inside[columnOf(box[1] + box[3] / 2)]?.push(box);
  }
  const lanes = lanesIn(block, flat, boxes, columnOf);
  const centers = bands.top.map((top, b) => (top + at(bands.bottom, b)) / 2);
  const spanning: Spanning[] = [];
  const sort = (box: Rectangle): readonly Piece[] => {
    const [first, last] = [columnOf(centerBelow(centers, box[1])), columnOf(centerAbove(centers, box[1] + box[3]))];
    if (first >= last) {
      widen(at(boxes, first), box);
      inside[first]?.push(box);
      return [{ column: first, box }];
    }
    const pieces: Piece[] = [];
    spanning.push({ box, first, last, pieces });
    return pieces;
  };
  const framePieces = new Map<number, readonly Piece[]>();
  for (const f of block.frames) {
    const box = rectangleAt(flat.frames, f);
    framePieces.set(f, box[2] > 0 ? sort(box) : []);
  }
  const hullPieces = new Map(block.hulls.map((h) => [h, sort(rectangleAt(flat.hulls, h))]));
  cutUp(spanning, boxes, inside, lanes);
  return { columns: boxes, cuts, columnOf, framePieces, hullPieces };
}

/** A piece of an edge that runs down in a column. */
interface EdgeLane {
  readonly piece: Rectangle;
  /** The parts of an edge that a frame must hold to contain the piece: the edge's end in that column, or both ends. */
  readonly ends: readonly Rectangle[];
}

/** By column: the vertical pieces of edges next to its nodes. */
function lanesIn(block: Block, flat: GraphLayout, boxes: readonly ColumnBox[], columnOf: (y: number) => number): readonly EdgeLane[][] {
  const lanes: EdgeLane[][] = boxes.map(() => []);
  const pointAt = (p: number): Rectangle => [at(flat.edgePoints, p * 2), at(flat.edgePoints, p * 2 + 1), 0, 0];
  for (const e of block.edges) {
    const [start, end] = [at(flat.edgeOffsets, e), at(flat.edgeOffsets, e + 1) - 1];
    if (end - start < 2) continue;
    const [head, tail] = [pointAt(start), pointAt(end)];
    for (let p = start; p < end; p++) {
      const [[x, y], [toX, toY]] = [pointAt(p), pointAt(p + 1)];
      if (x !== toX) continue;
      for (let c = columnOf(y); c <= columnOf(toY); c++) {
        const { first, last } = at(boxes, c);
        const [top, bottom] = [Math.max(y, first), Math.min(toY, last)];
        const ends = columnOf(tail[1]) === c ? [tail] : columnOf(head[1]) === c ? [head] : [head, tail];
        if (bottom > top) lanes[c]?.push({ piece: [x, top, 0, bottom - top], ends });
      }
    }
  }
  return lanes;
}

/** Makes the pieces of boxes that span columns, inner boxes first, so that outer ones enclose them. */
function cutUp(
  spanning: readonly Spanning[],
  boxes: readonly ColumnBox[],
  inside: readonly Rectangle[][],
  lanes: readonly (readonly EdgeLane[])[],
): void {
  const count = [...inside, ...lanes].reduce((sum, list) => sum + list.length, 0);
  const isExact = spanning.length * count <= mostComparisons;
  for (const { box, first, last, pieces } of spanning.toSorted((a, b) => a.box[3] - b.box[3] || a.box[2] - b.box[2])) {
    for (let column = first; column <= last; column++) {
      const reach = emptyBox();
      const held = isExact ? at(inside, column).filter((inner) => holds(box, inner)) : at(inside, column);
      for (const inner of held) widen(reach, inner);
      if (isExact)
        for (const { ends, piece } of at(lanes, column)) if ([piece, ...ends].every((part) => holds(box, part))) widen(reach, piece);
      if (reach.left > reach.right) continue;
      const top = column === first ? box[1] : reach.top - border;
      const bottom = column === last ? box[1] + box[3] : reach.bottom + border;
      const piece: Rectangle = [reach.left - border, top, reach.right - reach.left + 2 * border, bottom - top];
      widen(at(boxes, column), piece);
      if (isExact) inside[column]?.push(piece);
      pieces.push({ column, box: piece });
    }
  }
}

function holds([x, y, width, height]: Rectangle, inner: Rectangle): boolean {
  const [centerX, centerY] = [inner[0] + inner[2] / 2, inner[1] + inner[3] / 2];
  return centerX >= x && centerX <= x + width && centerY >= y && centerY <= y + height;
}

/** How far something reaches. */
type Reach = Pick<ColumnBox, "left" | "right" | "top" | "bottom">;

function emptyBox(): Reach {
  const { POSITIVE_INFINITY: far, NEGATIVE_INFINITY: near } = Number;
  return { left: far, right: near, top: far, bottom: near };
}

function widen(box: Reach, [x, y, width, height]: Rectangle): void {
  box.left = Math.min(box.left, x);
  box.right = Math.max(box.right, x + width);
  box.top = Math.min(box.top, y);
  box.bottom = Math.max(box.bottom, y + height);
}

/** The first center at or below a height. */
function centerBelow(centers: readonly number[], y: number): number {
  return centers[countWhile(centers.length, (i) => at(centers, i) < y)] ?? centers.at(-1) ?? y;
}

/** The last center at or above a height. */
function centerAbove(centers: readonly number[], y: number): number {
  return centers[countWhile(centers.length, (i) => at(centers, i) <= y) - 1] ?? centers[0] ?? y;
}
