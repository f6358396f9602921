/** Edges as SVG paths: rounded corners, a head at the end. */
import type { GraphLayout } from "./drawable.ts";
import { edgeWidth } from "./edgeWords.ts";

export interface EdgePath {
  readonly path: string;
  readonly head: string;
}

export type Point = readonly [x: number, y: number];

/** The corner radius of the thinnest edges. Thicker edges have a larger one, so that their inner side is round, too. */
const corner = 9;
/** Heads grow with their edges, so that they are seen on the thickest. */
const headLength = (width: number) => 4.6 + 0.9 * width;
const headHalf = (width: number) => 2.6 + 0.5 * width;

/** The points that the layout gave an edge: straight from one to the next but for its corners. */
export function edgeLine({ edgePoints, edgeOffsets }: GraphLayout, i: number): Point[] {
  const points: Point[] = [];
  for (let p = edgeOffsets[i] ?? 0; p < (edgeOffsets[i + 1] ?? 0); p++) points.push([edgePoints[2 * p] ?? 0, edgePoints[2 * p + 1] ?? 0]);
  return points;
}

/** The path of an edge of a thickness through the points that the layout gave it, up to its head. */
export function edgePath(layout: GraphLayout, i: number, width: number = edgeWidth({ bytes: undefined })): EdgePath {
  const points = edgeLine(layout, i);
  const first = points[0];
  const last = points.at(-1);
  if (!first || !last || points.length < 2) return { path: "", head: "" };
  const before = points.at(-2) ?? first;
  const length = Math.min(headLength(width), Math.hypot(last[0] - before[0], last[1] - before[1]));
  const head = headOf(before, last, length, headHalf(width));
  const end = backFrom(last, before, length - 1);
  const parts = [`M${first[0]} ${first[1]}`];
  // The remaining length of the piece before a corner.
  let rest = Math.hypot((points[1]?.[0] ?? 0) - first[0], (points[1]?.[1] ?? 0) - first[1]);
  for (let p = 1; p < points.length - 1; p++) {
    const here = points[p] ?? first;
    const next = points[p + 1] ?? end;
    const isLast = p === points.length - 2;
    const long = Math.hypot(next[0] - here[0], next[1] - here[1]);
    const room = isLast ? Math.max(1, long - length) : long / 2;
    const radius = corner + width / 2;
    const [inX, inY] = backFrom(here, points[p - 1] ?? first, Math.min(radius, rest));
    const [outX, outY] = backFrom(here, next, Math.min(radius, room));
    parts.push(`L${inX} ${inY}Q${here[0]} ${here[1]} ${outX} ${outY}`);
    rest = long / 2;
  }
  parts.push(`L${end[0]} ${end[1]}`);
  return { path: parts.join(""), head };
}

/** The point at this distance from `here` toward `to`. */
function backFrom(here: Point, to: Point, far: number): Point {
  const length = Math.hypot(to[0] - here[0], to[1] - here[1]);
  if (length === 0) return here;
  const share = far / length;
  return [round(here[0] + (to[0] - here[0]) * share), round(here[1] + (to[1] - here[1]) * share)];
}

/** A head that points from somewhere to a point. */
function headOf(from: Point, [x, y]: Point, length: number, half: number): string {
  const distance = Math.hypot(x - from[0], y - from[1]) || 1;
  const [alongX, alongY] = [(x - from[0]) / distance, (y - from[1]) / distance];
  const [backX, backY] = [x - alongX * length, y - alongY * length];
  return `M${round(backX - alongY * half)} ${round(backY + alongX * half)}L${x} ${y}L${round(backX + alongY * half)} ${round(backY - alongX * half)}Z`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
