/** Edges as SVG paths: rounded corners, a head at the end. */
import type { GraphLayout } from "./drawable.ts";

export interface EdgePath {
  readonly path: string;
  readonly head: string;
  /** Where its label stands. */
  readonly at: readonly [number, number];
}

const corner = 10;
const headSize = 5;

/** The path of an edge through the points that the layout gave it. */
export function edgePath({ edgePoints, edgeOffsets }: GraphLayout, i: number): EdgePath {
  const start = edgeOffsets[i] ?? 0;
  const end = edgeOffsets[i + 1] ?? 0;
  const points: (readonly [number, number])[] = [];
  for (let p = start; p < end; p++) points.push([edgePoints[2 * p] ?? 0, edgePoints[2 * p + 1] ?? 0]);
  const first = points[0];
  const last = points.at(-1);
  if (!first || !last || points.length < 2) return { path: "", head: "", at: [0, 0] };
  const at = labelPoint(points);
  if (points.length === 2)
    return { path: twoPoints(first, last), head: headOf(isLevel(first, last) ? first : [last[0], last[1] - 1], last), at };
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
  return { path: parts.join(""), head: headOf(points.at(-2) ?? first, last), at };
}

/** The middle of the longest piece that runs down or up, else of the piece in the middle: beside it words cover no line. */
function labelPoint(points: readonly (readonly [number, number])[]): readonly [number, number] {
  const half = Math.floor((points.length - 1) / 2);
  let [best, longest] = [half, 0];
  for (let p = 0; p + 1 < points.length; p++) {
    const [[x0, y0], [x1, y1]] = [points[p] ?? [0, 0], points[p + 1] ?? [0, 0]];
    if (Math.abs(x1 - x0) > 1 || Math.abs(y1 - y0) <= longest) continue;
    [best, longest] = [p, Math.abs(y1 - y0)];
  }
  const [[x0, y0], [x1, y1]] = [points[best] ?? [0, 0], points[best + 1] ?? [0, 0]];
  return [(x0 + x1) / 2, (y0 + y1) / 2];
}

function isLevel(a: readonly [number, number], b: readonly [number, number]): boolean {
  return Math.abs(a[1] - b[1]) < Math.abs(a[0] - b[0]) / 4;
}

function twoPoints([x0, y0]: readonly [number, number], [x1, y1]: readonly [number, number]): string {
  if (Math.abs(x1 - x0) < 1 || isLevel([x0, y0], [x1, y1])) return `M${x0} ${y0}L${x1} ${y1}`;
  const bend = (y1 - y0) / 2;
  return `M${x0} ${y0}C${x0} ${y0 + bend} ${x1} ${y1 - bend} ${x1} ${y1}`;
}

/** The point a corner's radius from `here` on the way to `to`. */
function toward(here: readonly [number, number], to: readonly [number, number]): readonly [number, number] {
  const length = Math.hypot(to[0] - here[0], to[1] - here[1]);
  if (length === 0) return here;
  const share = Math.min(corner, length / 2) / length;
  return [round(here[0] + (to[0] - here[0]) * share), round(here[1] + (to[1] - here[1]) * share)];
}

function headOf(from: readonly [number, number], [x, y]: readonly [number, number]): string {
  const length = Math.hypot(x - from[0], y - from[1]) || 1;
  const dx = ((x - from[0]) / length) * headSize;
  const dy = ((y - from[1]) / length) * headSize;
  return `M${round(x - dx - dy * 0.6)} ${round(y - dy + dx * 0.6)}L${x} ${y}L${round(x - dx + dy * 0.6)} ${round(y - dy - dx * 0.6)}`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
