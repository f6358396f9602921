/** Routes a band around the boxes between two pieces of a region, along right angles. */
import { at } from "@relayscope/ir";
import type { Point } from "../edgePath.ts";
import type { Rectangle } from "./rectangles.ts";

/** The most boxes that a route takes into account. */
const mostBoxes = 120;

/** The left, top, right and bottom of a box with the room around it. */
type Wall = readonly [x0: number, y0: number, x1: number, y1: number];

/** The coordinates of the lines of one direction that routes may follow, and the index of each. */
interface Lines {
  readonly at: readonly number[];
  readonly placeOf: ReadonlyMap<number, number>;
}

/**
 * The corners of a way with the fewest bends from the middle of one piece to the middle of another that stays `room`
 * away from the boxes; undefined if there is none, or too many boxes are near.
 */
export function routeAround(start: Rectangle, end: Rectangle, boxes: readonly Rectangle[], room: number): readonly Point[] | undefined {
  const walls = wallsAround(start, end, boxes, room);
  if (!walls) return undefined;
  const [from, to] = [middleOf(start), middleOf(end)];
  const xs = linesOf([from[0], to[0], ...walls.flatMap(([x0, , x1]) => [x0, x1])]);
  const ys = linesOf([from[1], to[1], ...walls.flatMap(([, y0, , y1]) => [y0, y1])]);
  const [columns, rows] = [xs.at.length, ys.at.length];
  /** By point of the grid: whether the way to the right, or down, is through a box. */
  const isShutAcross = new Uint8Array(columns * rows);
  const isShutDown = new Uint8Array(columns * rows);
  for (const [x0, y0, x1, y1] of walls) {
    const [i0, i1, j0, j1] = [placeIn(xs, x0), placeIn(xs, x1), placeIn(ys, y0), placeIn(ys, y1)];
    for (let j = j0; j <= j1; j++) {
      for (let i = i0; i <= i1; i++) {
        if (i < i1 && j > j0 && j < j1) isShutAcross[j * columns + i] = 1;
        if (j < j1 && i > i0 && i < i1) isShutDown[j * columns + i] = 1;
      }
    }
  }
  const first = placeIn(ys, from[1]) * columns + placeIn(xs, from[0]);
  const last = placeIn(ys, to[1]) * columns + placeIn(xs, to[0]);
  const cameFrom = new Int32Array(columns * rows).fill(-1);
  cameFrom[first] = first;
  const waiting = [first];
  // Breadth first, a straight run a step: the first way that arrives has the fewest bends.
  for (const here of waiting) {
    if (here === last) break;
    const [i, j] = [here % columns, Math.floor(here / columns)];
    const run = (step: number, length: number, isShut: (before: number, next: number) => boolean) => {
      for (let n = 1, before = here; n <= length; n++) {
        const next = before + step;
        if (isShut(before, next)) return;
        if (cameFrom[next] === -1) {
          cameFrom[next] = here;
          waiting.push(next);
        }
        before = next;
      }
    };
    run(1, columns - 1 - i, (before) => isShutAcross[before] === 1);
    run(-1, i, (_, next) => isShutAcross[next] === 1);
    run(columns, rows - 1 - j, (before) => isShutDown[before] === 1);
    run(-columns, j, (_, next) => isShutDown[next] === 1);
  }
  if (cameFrom[last] === -1) return undefined;
  const way: Point[] = [];
  for (let here = last; ; here = at(cameFrom, here)) {
    way.push([at(xs.at, here % columns), at(ys.at, Math.floor(here / columns))]);
    if (here === first) return way.reverse();
  }
}

/**
 * The nearby boxes, each with the room around it. A route around these boxes meets no others. Undefined for too many
 * boxes.
 */
function wallsAround(start: Rectangle, end: Rectangle, boxes: readonly Rectangle[], room: number): readonly Wall[] | undefined {
  const all = boxes.map(([x, y, width, height]): Wall => [x - room, y - room, x + width + room, y + height + room]);
  let bounds = outerOf([wallOf(start), wallOf(end)]);
  let near: readonly Wall[] = [];
  for (;;) {
    const [left, top, right, bottom] = bounds;
    const found = all.filter(([x0, y0, x1, y1]) => x0 <= right && x1 >= left && y0 <= bottom && y1 >= top);
    if (found.length > mostBoxes) return undefined;
    if (found.length === near.length) return near;
    near = found;
    bounds = outerOf([bounds, ...found]);
  }
}

function wallOf([x, y, width, height]: Rectangle): Wall {
  return [x, y, x + width, y + height];
}

function outerOf(walls: readonly Wall[]): Wall {
  return walls.reduce(([x0, y0, x1, y1], wall) => [
    Math.min(x0, wall[0]),
    Math.min(y0, wall[1]),
    Math.max(x1, wall[2]),
    Math.max(y1, wall[3]),
  ]);
}

function linesOf(values: readonly number[]): Lines {
  const sorted = [...new Set(values)].sort((a, b) => a - b);
  return { at: sorted, placeOf: new Map(sorted.map((value, place) => [value, place])) };
}

function placeIn({ placeOf }: Lines, value: number): number {
  return placeOf.get(value) ?? 0;
}

function middleOf([x, y, width, height]: Rectangle): Point {
  return [x + width / 2, y + height / 2];
}
