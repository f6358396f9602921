/**
 * The shape of a region of several pieces: gaps between its pieces and bands that hold nothing else are filled, so that
 * it has one outline without slits. The outline is that of all its rectangles together.
 */
import { at } from "@relayscope/ir";
import type { Point } from "../edgePath.ts";
import type { Rectangle } from "./rectangles.ts";

/** Gaps up to this width are filled: as wide as the gutter between two columns. */
const reach = 40;
/** Sides of an outline that are nearer to each other become one: steps of a few pixels only look uneven. */
const even = 4;
/** The corner radius of an outline. */
const corner = 10;
/** A region of more rectangles is drawn rectangle by rectangle. */
const mostRectangles = 150;

/** A region's pieces, and the bands that join them. */
export interface RegionShape {
  readonly pieces: readonly Rectangle[];
  readonly joins: readonly Rectangle[];
}

/** The shape with its narrow gaps filled where `isFree` returns true. */
export function closeGaps({ pieces, joins }: RegionShape, isFree: (gap: Rectangle) => boolean): RegionShape {
  if (pieces.length + joins.length > mostRectangles) return { pieces, joins };
  const grown = pieces.map((piece) => grow(piece, joins, isFree));
  const rest = joins.filter((join) => !grown.some((piece) => holds(piece, join)));
  const all = [...grown, ...rest];
  const gaps: Rectangle[] = [];
  // A filled gap can leave a smaller one next to it.
  for (let round = 0; round < 3; round++) {
    const found = gapsIn([...all, ...gaps], isFree);
    if (found.length === 0) break;
    gaps.push(...found);
  }
  return { pieces: grown, joins: [...rest, ...gaps] };
}

/** The piece with the bands that run along its head and its foot, over its whole width. */
function grow(piece: Rectangle, joins: readonly Rectangle[], isFree: (gap: Rectangle) => boolean): Rectangle {
  let [x, y, width, height] = piece;
  const along = joins.filter(([left, , w, h]) => w > h && left < x + width && left + w > x);
  for (const [, top, , h] of along.toSorted(([, a], [, b]) => b - a)) {
    const rise = y - top;
    if (rise <= 0 || top + h < y - reach || !isFree([x, top, width, rise])) continue;
    [y, height] = [top, height + rise];
  }
  for (const [, top, , h] of along.toSorted(([, a], [, b]) => a - b)) {
    const fall = top + h - y - height;
    if (fall <= 0 || top > y + height + reach || !isFree([x, y + height, width, fall])) continue;
    height += fall;
  }
  return [x, y, width, height];
}

function holds([x, y, width, height]: Rectangle, [left, top, w, h]: Rectangle): boolean {
  return left >= x && top >= y && left + w <= x + width && top + h <= y + height;
}

/** The lines at which rectangles begin and end, and the cells between them that are covered. */
class Grid {
  readonly xs: readonly number[];
  readonly ys: readonly number[];
  private readonly covered: Uint8Array;

  constructor(rectangles: readonly Rectangle[]) {
    this.xs = linesOf(rectangles.flatMap(([x, , width]) => [x, x + width]));
    this.ys = linesOf(rectangles.flatMap(([, y, , height]) => [y, y + height]));
    this.covered = new Uint8Array(this.xs.length * this.ys.length);
    const [columnOf, rowOf] = [this.xs, this.ys].map((lines) => new Map(lines.map((line, i) => [line, i])));
    for (const [x, y, width, height] of rectangles) {
      for (let j = rowOf?.get(y) ?? 0; at(this.ys, j) < y + height; j++) {
        for (let i = columnOf?.get(x) ?? 0; at(this.xs, i) < x + width; i++) this.covered[j * this.xs.length + i] = 1;
      }
    }
  }

  /** Whether the cell to the right of a line and below another is covered. */
  has(column: number, row: number): boolean {
    const isInside = column >= 0 && row >= 0 && column + 1 < this.xs.length && row + 1 < this.ys.length;
    return isInside && this.covered[row * this.xs.length + column] === 1;
  }
}

function linesOf(values: readonly number[]): readonly number[] {
  return [...new Set(values)].sort((a, b) => a - b);
}

/** The free rectangles between two covered cells of a row, or of a column, that are not far apart. */
function gapsIn(rectangles: readonly Rectangle[], isFree: (gap: Rectangle) => boolean): readonly Rectangle[] {
  const grid = new Grid(rectangles);
  const { xs, ys } = grid;
  const across = runsOf(ys, xs, (row, column) => grid.has(column, row));
  const down = runsOf(xs, ys, (column, row) => grid.has(column, row));
  return [
    ...across.map(([from, to, start, end]): Rectangle => [start, from, end - start, to - from]),
    ...down.map(([from, to, start, end]): Rectangle => [from, start, to - from, end - start]),
  ].filter(isFree);
}

type Run = readonly [from: number, to: number, start: number, end: number];

/**
 * Gaps along the lanes between `lanes`: runs of uncovered cells. Runs in neighboring lanes with the same ends are one
 * gap.
 */
function runsOf(lanes: readonly number[], lines: readonly number[], isCovered: (lane: number, cell: number) => boolean): readonly Run[] {
  const runs: Run[] = [];
  let open = new Map<string, Run>();
  for (let lane = 0; lane + 1 < lanes.length; lane++) {
    const next = new Map<string, Run>();
    let last = -1;
    for (let cell = 0; cell + 1 < lines.length; cell++) {
      if (!isCovered(lane, cell)) continue;
      const [start, end] = [at(lines, last + 1), at(lines, cell)];
      if (last >= 0 && end > start && end - start <= reach) {
        const key = `${start} ${end}`;
        const [from = at(lanes, lane)] = open.get(key) ?? [];
        next.set(key, [from, at(lanes, lane + 1), start, end]);
      }
      last = cell;
    }
    for (const [key, run] of open) if (!next.has(key)) runs.push(run);
    open = next;
  }
  return [...runs, ...open.values()];
}

/** The outline of rectangles that touch, as an SVG path with round corners; empty for too many rectangles. */
export function outlineOf(rectangles: readonly Rectangle[]): string {
  if (rectangles.length > 2 * mostRectangles) return "";
  return loopsOf(new Grid(evened(rectangles)))
    .map(roundedLoop)
    .join("");
}

/** The rectangles with sides that are nearly in line put in line. */
function evened(rectangles: readonly Rectangle[]): readonly Rectangle[] {
  const [lefts, tops] = [
    evenLines(rectangles.flatMap(([x, , width]) => [x, x + width])),
    evenLines(rectangles.flatMap(([, y, , height]) => [y, y + height])),
  ];
  return rectangles.map(([x, y, width, height]) => {
    const [left, top] = [lefts(x), tops(y)];
    return [left, top, lefts(x + width) - left, tops(y + height) - top];
  });
}

/** By line: the first of those that are near it. */
function evenLines(values: readonly number[]): (line: number) => number {
  const firsts = new Map<number, number>();
  let first = Number.NEGATIVE_INFINITY;
  for (const line of linesOf(values)) {
    if (line - first > even) first = line;
    firsts.set(line, first);
  }
  return (line) => firsts.get(line) ?? line;
}

/** The closed lines around the covered cells, which are on the right of each line. */
function loopsOf(grid: Grid): readonly (readonly Point[])[] {
  const { xs, ys } = grid;
  const width = xs.length;
  /**
   * By corner of the grid: the corners that sides from it lead to. A corner has two such sides where two cells touch
   * only there.
   */
  const sides = new Map<number, number[]>();
  const add = (from: number, to: number) => {
    const known = sides.get(from);
    if (known) known.push(to);
    else sides.set(from, [to]);
  };
  for (let row = 0; row + 1 < ys.length; row++) {
    for (let column = 0; column + 1 < width; column++) {
      if (!grid.has(column, row)) continue;
      const here = row * width + column;
      if (!grid.has(column, row - 1)) add(here, here + 1);
      if (!grid.has(column + 1, row)) add(here + 1, here + 1 + width);
      if (!grid.has(column, row + 1)) add(here + 1 + width, here + width);
      if (!grid.has(column - 1, row)) add(here + width, here);
    }
  }
  const loops: Point[][] = [];
  for (const start of sides.keys()) {
    const loop: Point[] = [];
    let step = 0;
    for (let here = start, next = sides.get(here)?.pop(); next !== undefined; next = sides.get(here)?.pop()) {
      if (next - here !== step) loop.push([at(xs, here % width), at(ys, Math.floor(here / width))]);
      step = next - here;
      here = next;
    }
    if (loop.length > 0) loops.push(loop);
  }
  return loops;
}

function roundedLoop(loop: readonly Point[]): string {
  const parts = loop.map((here, p) => {
    const [before, after] = [at(loop, (p + loop.length - 1) % loop.length), at(loop, (p + 1) % loop.length)];
    const radius = Math.min(corner, distance(before, here) / 2, distance(here, after) / 2);
    const [from, to] = [toward(here, before, radius), toward(here, after, radius)];
    return `${p === 0 ? "M" : "L"}${from.join(" ")}Q${here.join(" ")} ${to.join(" ")}`;
  });
  return `${parts.join("")}Z`;
}

function distance([x, y]: Point, [toX, toY]: Point): number {
  return Math.abs(toX - x) + Math.abs(toY - y);
}

function toward(here: Point, to: Point, far: number): Point {
  const length = distance(here, to);
  return length === 0 ? here : [here[0] + ((to[0] - here[0]) * far) / length, here[1] + ((to[1] - here[1]) * far) / length];
}
