/**
 * Makes edges orthogonal: a diagonal in a gap between rows becomes down, across and down. Horizontal pieces that would
 * overlap get different heights, in the order with the fewest crossings; pieces of one net share a height. Near-linear,
 * except within one gap.
 */
import { at } from "@relayscope/ir";
import type { DrawableGraph, GraphLayout } from "../drawable.ts";
import { widthIn } from "../edgeWords.ts";
import { isGathered, netsOf } from "./nets.ts";
import { packRoutes } from "./routes.ts";
import { rowPitch } from "./sizes.ts";

/**
 * A horizontal piece: the sideways part of a net in a gap. It starts at one place or, if it is gathered, ends at one.
 */
interface Across {
  readonly top: number;
  bottom: number;
  /** The x coordinates at which edges come down to the piece, and those at which they leave it. */
  readonly from: Set<number>;
  readonly to: Set<number>;
  left: number;
  right: number;
  width: number;
  /** The pieces that may not have the same height. */
  readonly near: Across[];
  /** Its height among those that are near, from 0. */
  level: number;
  y: number;
}

/** A layout whose edges run square. */
export function square(graph: DrawableGraph, layout: GraphLayout): GraphLayout {
  const pieces = new Map<string, Across>();
  const pointsOf = (e: number) => Array.from(layout.edgePoints.subarray(2 * at(layout.edgeOffsets, e), 2 * at(layout.edgeOffsets, e + 1)));
  const nets = netsOf(graph);
  const bent = graph.edges.map((_, e) => {
    const points = pointsOf(e);
    const turns: (Across | undefined)[] = [];
    for (let p = 0; p + 3 < points.length; p += 2) {
      const [x, top, to, bottom] = [at(points, p), at(points, p + 1), at(points, p + 2), at(points, p + 3)];
      if (Math.abs(to - x) < straight || bottom - top < straight) continue;
      const key = `${at(nets, e)} ${isGathered(graph, e) ? "" : Math.round(x)} ${Math.round(top)}`;
      const piece = pieces.get(key) ?? {
        top,
        bottom: Math.min(bottom, top + tallest),
        from: new Set(),
        to: new Set(),
        left: x,
        right: x,
        width: 0,
        near: [],
        level: -1,
        y: 0,
      };
      pieces.set(key, piece);
      piece.from.add(x);
      piece.to.add(to);
      piece.bottom = Math.min(piece.bottom, bottom);
      piece.left = Math.min(piece.left, x, to);
      piece.right = Math.max(piece.right, x, to);
      piece.width = Math.max(piece.width, widthIn(graph, e));
      turns[p / 2] = piece;
    }
    return { points, turns };
  });
  if (pieces.size === 0) return layout;
  stack([...pieces.values()]);
  const routes = bent.map(({ points, turns }) => {
    const route = points.slice(0, 2);
    const go = (x: number, y: number) => {
      const isSame = route.length > 2 && (route.at(-2) === x ? route.at(-4) === x : route.at(-1) === y && route.at(-3) === y);
      if (isSame) route.splice(-2, 2);
      route.push(x, y);
    };
    for (let p = 2; p + 1 < points.length; p += 2) {
      const y = turns[p / 2 - 1]?.y;
      if (y !== undefined) {
        go(at(points, p - 2), y);
        go(at(points, p), y);
      }
      go(at(points, p), at(points, p + 1));
    }
    return route;
  });
  return { ...layout, ...packRoutes(routes) };
}

/** Aside by less an edge is straight. */
const straight = 1;
/** Without a lane, an edge moves sideways within this distance below the box above it. */
const tallest = 2 * rowPitch;
/** The distance between horizontal pieces, and to the boxes above them. */
const gap = 4;
const leastGap = 1;
/**
 * A single piece is this far below the box above it, or at this share of the gap, so that there is room for an
 * arrowhead below it.
 */
const [clearance, share] = [6, 0.25];

/** Below pieces above each other, for heads. */
const headRoom = 10;

/** Gives each piece its height. */
function stack(pieces: readonly Across[]): void {
  const sorted = pieces.toSorted((a, b) => a.top - b.top);
  sorted.forEach((piece, i) => {
    for (let j = i + 1; j < sorted.length && at(sorted, j).top < piece.bottom - 1; j++) {
      const other = at(sorted, j);
      const room = (piece.width + other.width) / 2 + gap;
      if (other.left - room >= piece.right || piece.left - room >= other.right) continue;
      piece.near.push(other);
      other.near.push(piece);
    }
  });
  const seen = new Set<Across>();
  for (const first of sorted) {
    if (seen.has(first)) continue;
    const together: Across[] = [first];
    seen.add(first);
    for (const piece of together) {
      for (const other of piece.near) {
        if (seen.has(other)) continue;
        seen.add(other);
        together.push(other);
      }
    }
    level(together);
  }
}

/** Puts pieces that are near each other on heights, from the top. */
function level(pieces: readonly Across[]): void {
  const open = new Set(pieces);
  const widths: number[] = [];
  const costOver = (piece: Across, other: Across) => crossings(piece, other) - crossings(other, piece);
  const costs = new Map(pieces.map((piece) => [piece, piece.near.reduce((sum, other) => sum + costOver(piece, other), 0)]));
  while (open.size > 0) {
    let [next, least] = [at(pieces, 0), Number.POSITIVE_INFINITY];
    for (const piece of open) {
      const cost = costs.get(piece) ?? 0;
      if (cost < least) [next, least] = [piece, cost];
    }
    open.delete(next);
    for (const other of next.near) costs.set(other, (costs.get(other) ?? 0) - costOver(other, next));
    next.level = next.near.reduce((most, other) => Math.max(most, open.has(other) ? 0 : other.level + 1), 0);
    widths[next.level] = Math.max(widths[next.level] ?? 0, next.width);
  }
  const sum = (list: readonly number[]) => list.reduce((a, b) => a + b, 0);
  for (const piece of pieces) {
    const room = piece.bottom - piece.top;
    const [above, own] = [sum(widths.slice(0, piece.level)), at(widths, piece.level)];
    // With little room they are closer together, and overlap only if that is not enough.
    const free = room - Math.min(headRoom, room / 3);
    const between = Math.min(gap, Math.max(leastGap, (free - sum(widths)) / (widths.length + 1)));
    const tight = Math.min(1, free / (sum(widths) + between * (widths.length + 1)));
    const stacked = tight * (above + own / 2 + between * (piece.level + 1));
    const single = Math.min(room / 2, Math.max(clearance, share * room) + own / 2);
    piece.y = round(piece.top + (widths.length === 1 ? single : stacked));
  }
}

/** How much more an overlap costs than a crossing. */
const overlap = 10;

/** How often two pieces cross if one is above the other. */
function crossings(above: Across, below: Across): number {
  const isWithin = (x: number, { left, right }: Across) => x > left && x < right;
  let count = 0;
  for (const x of below.from) if (isWithin(x, above)) count++;
  for (const x of above.to) {
    if (isWithin(x, below)) count++;
    for (const start of below.from) if (Math.abs(x - start) < (above.width + below.width) / 2) count += overlap;
  }
  return count;
}

function round(value: number): number {
  return Math.round(value * 4) / 4;
}
