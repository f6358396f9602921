/** Routes of edges: down the lanes they were given, and from the producer's lower side to the consumer's upper side. */
import { at } from "@relayscope/ir";
import type { DrawableGraph } from "../drawable.ts";
import { widthIn } from "../edgeWords.ts";
import type { Lane } from "./group.ts";
import { isGathered } from "./nets.ts";
import type { Placement } from "./placement.ts";

/** The points of all edges. `contentX` and `contentY` are the positions of the groups' contents. */
export function routeEdges(placement: Placement, nodes: Float32Array, contentX: Float64Array, contentY: Float64Array) {
  const { graph, tree, placed, places } = placement;
  const outer = (item: number) => at(tree.groupOf, item);
  const layoutAround = (item: number) => at(placed, outer(item)).layout;
  const floorOf = (item: number) => at(contentY, outer(item)) + at(layoutAround(item).floors, at(places, item));
  const roofOf = (item: number) => at(contentY, outer(item)) + at(layoutAround(item).roofs, at(places, item));
  const entries: Entry[][] = [];
  const routes = graph.edges.map((edge, e) => {
    const { from, to } = edge;
    const points = [at(nodes, from * 4) + at(nodes, from * 4 + 2) / 2, at(nodes, from * 4 + 1) + at(nodes, from * 4 + 3)];
    const pass = (lane: Lane | undefined, group: number) => {
      if (!lane) return;
      const x = at(contentX, group) + lane.x;
      points.push(x, at(contentY, group) + lane.top, x, at(contentY, group) + lane.bottom);
    };
    // Goes straight down to below the higher items of the rows that the edge leaves.
    const leave = (item: number) => {
      const bottom = floorOf(item);
      if (bottom - (points.at(-1) ?? 0) > 1) points.push(points.at(-2) ?? 0, bottom);
    };
    const meeting = at(placement.linkGroup, e);
    const depth = meeting >= 0 ? at(tree.depth, meeting) : 0;
    let item = from;
    for (const { group, lane } of placement.exitLanes.get(from) ?? []) {
      if (at(tree.depth, group) <= depth) break;
      leave(item);
      pass(lane, group);
      item = tree.nodeCount + group;
    }
    if (meeting >= 0) {
      leave(item);
      for (const lane of at(placement.linkLanes, e)) pass(lane, meeting);
    }
    const inward = (placement.entryLanes.get(e) ?? []).toReversed();
    const entered: Entry[] = [];
    for (const { group, lane } of inward) {
      entered.push({ point: points.length, y: roofOf(tree.nodeCount + group) });
      pass(lane, group);
    }
    entered.push({ point: points.length, y: roofOf(to) });
    entries.push(entered);
    return points;
  });
  attachEnds(graph, nodes, routes);
  routes.forEach((points, e) => {
    enter(points, at(entries, e));
  });
  return packRoutes(routes.map(tidied));
}

/** Where an edge enters the rows of a group: the place in its points before which it does, and the height. */
interface Entry {
  readonly point: number;
  readonly y: number;
}

/** Moves an edge straight above its next point, at the top of each row that it enters. Changes `points`. */
function enter(points: number[], entries: readonly Entry[]): void {
  for (const { point, y } of entries.toReversed()) {
    if (at(points, point + 1) - y > 1 && at(points, point - 1) < y - 1) points.splice(point, 0, at(points, point), y);
  }
}

/** The points without those within a straight vertical piece. */
function tidied(points: readonly number[]): readonly number[] {
  const kept = points.slice(0, 2);
  for (let p = 2; p + 2 < points.length; p += 2) {
    const x = at(points, p);
    const isStraight = Math.abs(x - at(kept, kept.length - 2)) < 0.5 && Math.abs(at(points, p + 2) - x) < 0.5;
    if (!isStraight) kept.push(x, at(points, p + 1));
  }
  return [...kept, ...points.slice(-2)];
}

/** Routes as typed arrays: all points, and where each edge's begin. */
export function packRoutes(routes: readonly (readonly number[])[]) {
  const edgeOffsets = new Uint32Array(routes.length + 1);
  routes.forEach((points, e) => {
    edgeOffsets[e + 1] = at(edgeOffsets, e) + points.length / 2;
  });
  const edgePoints = new Float32Array(at(edgeOffsets, routes.length) * 2);
  routes.forEach((points, e) => {
    edgePoints.set(points, at(edgeOffsets, e) * 2);
  });
  return { edgePoints, edgeOffsets };
}

/** Room between two edge ends on one side of a box, and from an end to the box's corner, where a card has its marks. */
const endGap = 8.8;
const [corner, cardCorner] = [10, 26];

/** With a smaller sideways step than this, an edge starts off its producer's middle instead. */
const slight = 7;

/** An edge end, or several at one place, on a consumer's upper side. */
interface End {
  readonly edges: readonly number[];
  /** The place of the end if it had no neighbors. */
  readonly x: number;
  readonly width: number;
}

/**
 * The ends at a consumer, from left to right: one for all gathered edges, at the middle of their sources, and one for
 * each other edge.
 */
function endsAt(graph: DrawableGraph, list: readonly number[], comesFrom: (edge: number) => number, middle: number): readonly End[] {
  const gathered = list.filter((e) => isGathered(graph, e));
  const alone = list.filter((e) => !isGathered(graph, e)).map((e) => ({ edges: [e], x: comesFrom(e), width: widthIn(graph, e) }));
  const offsets = gathered.map((e) => comesFrom(e) - middle);
  const offset = offsets.reduce((least, o) => (Math.abs(o) < Math.abs(least) ? o : least), Number.POSITIVE_INFINITY);
  const width = gathered.reduce((most, e) => Math.max(most, widthIn(graph, e)), 0);
  const all = gathered.length > 0 ? [...alone, { edges: gathered, x: middle + offset, width }] : alone;
  const argumentOf = ({ edges: [e = 0] }: End) => at(graph.edges, e).argument;
  return all.sort((a, b) => a.x - b.x || argumentOf(a) - argumentOf(b));
}

/** Adds the last points: on the consumer's upper side, straight down if there is room. */
function attachEnds(graph: DrawableGraph, nodes: Float32Array, routes: number[][]): void {
  const arriving: (number[] | undefined)[] = new Array(graph.nodes.length);
  const departing = new Uint32Array(graph.nodes.length);
  graph.edges.forEach(({ from, to }, e) => {
    departing[from] = at(departing, from) + 1;
    const list = arriving[to];
    if (list) list.push(e);
    else arriving[to] = [e];
  });
  arriving.forEach((list, node) => {
    if (!list) return;
    const aside = at(graph.nodes, node).summary ? cardCorner : corner;
    const left = at(nodes, node * 4) + aside;
    const right = at(nodes, node * 4) + at(nodes, node * 4 + 2) - aside;
    const y = at(nodes, node * 4 + 1);
    const ends = endsAt(graph, list, (e) => at(routes, e).at(-2) ?? 0, (left + right) / 2);
    const gaps = ends.slice(1).map(({ width }, i) => (width + at(ends, i).width) / 2 + endGap);
    const share = Math.min(1, (right - left) / Math.max(1, sum(gaps)));
    const places = ends.map(({ x }) => Math.min(right, Math.max(left, x)));
    for (let i = 1; i < places.length; i++) places[i] = Math.max(at(places, i), at(places, i - 1) + share * at(gaps, i - 1));
    let limit = right;
    for (let i = places.length - 1; i >= 0; i--) {
      places[i] = Math.min(at(places, i), limit);
      limit = at(places, i) - share * (gaps[i - 1] ?? 0);
    }
    ends.forEach(({ edges }, i) => {
      const x = at(places, i);
      for (const e of edges) {
        const points = at(routes, e);
        const isSole = departing[at(graph.edges, e).from] === 1;
        if (isSole && Math.abs(x - (points[0] ?? 0)) < slight && points.every((value, p) => p % 2 === 1 || value === points[0]))
          for (let p = 0; p < points.length; p += 2) points[p] = x;
        points.push(x, y);
      }
    });
  });
}

function sum(values: readonly number[]): number {
  return values.reduce((a, b) => a + b, 0);
}
