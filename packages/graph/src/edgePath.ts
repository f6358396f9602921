/** Edges as SVG paths: rounded corners, a head at the end. */
import type { GraphLayout } from "./drawable.ts";

export interface EdgePath {
  readonly path: string;
  readonly head: string;
}

export type Point = readonly [x: number, y: number];

const corner = 10;
const headSize = 5;

/** The points that the layout gave an edge. */
function pointsOf({ edgePoints, edgeOffsets }: GraphLayout, i: number): Point[] {
  const points: Point[] = [];
  for (let p = edgeOffsets[i] ?? 0; p < (edgeOffsets[i + 1] ?? 0); p++) points.push([edgePoints[2 * p] ?? 0, edgePoints[2 * p + 1] ?? 0]);
  return points;
}

/** Into how many pieces a curve is taken apart. */
const pieces = 6;

/** Points that the path of an edge runs through, straight from one to the next but for its corners. */
export function edgeLine(layout: GraphLayout, i: number): readonly Point[] {
  const points = pointsOf(layout, i);
  const [first, last] = points;
  if (!first || !last || points.length > 2 || isStraight(first, last)) return points;
  return Array.from({ length: pieces + 1 }, (_, p): Point => {
    const t = p / pieces;
    const across = t * t * (3 - 2 * t);
    const down = 1.5 * t * (1 - t) + t ** 3;
    return [first[0] + across * (last[0] - first[0]), first[1] + down * (last[1] - first[1])];
  });
}

/** The path of an edge through the points that the layout gave it. */
export function edgePath(layout: GraphLayout, i: number): EdgePath {
  const points = pointsOf(layout, i);
  const first = points[0];
  const last = points.at(-1);
  if (!first || !last || points.length < 2) return { path: "", head: "" };
  if (points.length === 2)
    return { path: twoPoints(first, last), head: headOf(isLevel(first, last) ? first : [last[0], last[1] - 1], last) };
  const parts = [`M${first[0]} ${first[1]}`];
  for (let p = 1; p < points.length - 1; p++) {
    const before = points[p - 1] ?? first;
    const here = points[p] ?? first;
    const next = points[p + 1] ?? last;
    const [inX, inY] = toward(here, before);
    const [outX, outY] = toward(here, next);
    parts.push(`L${inX} ${inY}Q${here[0]} ${here[1]} ${outX} ${outY}`);
  }
  parts.push(`L${last[0]} ${last[1]}`);
  return { path: parts.join(""), head: headOf(points.at(-2) ?? first, last) };
}

function isLevel(a: Point, b: Point): boolean {
  return Math.abs(a[1] - b[1]) < Math.abs(a[0] - b[0]) / 4;
}

function isStraight(a: Point, b: Point): boolean {
  return Math.abs(a[0] - b[0]) < 1 || isLevel(a, b);
}

function twoPoints([x0, y0]: Point, [x1, y1]: Point): string {
  if (isStraight([x0, y0], [x1, y1])) return `M${x0} ${y0}L${x1} ${y1}`;
  const bend = (y1 - y0) / 2;
  return `M${x0} ${y0}C${x0} ${y0 + bend} ${x1} ${y1 - bend} ${x1} ${y1}`;
}

/** The point a corner's radius from `here` on the way to `to`. */
function toward(here: Point, to: Point): Point {
  const length = Math.hypot(to[0] - here[0], to[1] - here[1]);
  if (length === 0) return here;
  const share = Math.min(corner, length / 2) / length;
  return [round(here[0] + (to[0] - here[0]) * share), round(here[1] + (to[1] - here[1]) * share)];
}

function headOf(from: Point, [x, y]: Point): string {
  const length = Math.hypot(x - from[0], y - from[1]) || 1;
  const dx = ((x - from[0]) / length) * headSize;
  const dy = ((y - from[1]) / length) * headSize;
  return `M${round(x - dx - dy * 0.6)} ${round(y - dy + dx * 0.6)}L${x} ${y}L${round(x - dx + dy * 0.6)} ${round(y - dy - dx * 0.6)}`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
