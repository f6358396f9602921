/** Routes of edges: down the lanes they were given, and from the producer's lower side to the consumer's upper side. */
import { at } from "../at.ts";
import type { DrawableGraph } from "../drawable.ts";
import type { Lane } from "./group.ts";
import type { Placement } from "./placement.ts";

/** The points of all edges; `contentX` and `contentY` say where each group's content stands. */
export function routeEdges(placement: Placement, nodes: Float32Array, contentX: Float64Array, contentY: Float64Array) {
  const { graph, tree } = placement;
  const routes = graph.edges.map((edge, e) => {
    const points: number[] = [];
    const pass = (lane: Lane | undefined, group: number) => {
      if (!lane) return;
      const x = at(contentX, group) + lane.x;
      points.push(x, at(contentY, group) + lane.top - 4, x, at(contentY, group) + lane.bottom + 4);
    };
    const meeting = at(placement.linkGroup, e);
    const depth = meeting >= 0 ? at(tree.depth, meeting) : 0;
    for (const { group, lane } of placement.exitLanes.get(edge.from) ?? []) {
      if (at(tree.depth, group) <= depth) break;
      pass(lane, group);
    }
    if (meeting >= 0) pass(placement.linkLanes[e], meeting);
    for (const { group, lane } of (placement.entryLanes.get(e) ?? []).toReversed()) pass(lane, group);
    return points;
  });
  attachEnds(graph, nodes, routes);
  return packRoutes(routes);
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

/** Least distance between two edges' ends on one side of a box, and of an end from the box's corner. */
const endGap = 10;
const cornerGap = 10;

/** Adds the first and last points: from the middle of the producer's lower side to the consumer's upper side, straight down where there is room. */
function attachEnds(graph: DrawableGraph, nodes: Float32Array, routes: number[][]): void {
  const arriving: (number[] | undefined)[] = new Array(graph.nodes.length);
  graph.edges.forEach(({ from, to }, e) => {
    const left = at(nodes, from * 4);
    at(routes, e).unshift(left + at(nodes, from * 4 + 2) / 2, at(nodes, from * 4 + 1) + at(nodes, from * 4 + 3));
    const list = arriving[to];
    if (list) list.push(e);
    else arriving[to] = [e];
  });
  arriving.forEach((list, node) => {
    if (!list) return;
    const left = at(nodes, node * 4) + cornerGap;
    const right = at(nodes, node * 4) + at(nodes, node * 4 + 2) - cornerGap;
    const y = at(nodes, node * 4 + 1);
    const comesFrom = (e: number) => at(routes, e).at(-2) ?? 0;
    const sorted = list.toSorted((a, b) => comesFrom(a) - comesFrom(b) || at(graph.edges, a).argument - at(graph.edges, b).argument);
    const gap = Math.min(endGap, sorted.length > 1 ? Math.max(0, (right - left) / (sorted.length - 1)) : 0);
    const ends = sorted.map((e) => Math.min(right, Math.max(left, comesFrom(e))));
    for (let i = 1; i < ends.length; i++) ends[i] = Math.max(at(ends, i), at(ends, i - 1) + gap);
    let limit = right;
    for (let i = ends.length - 1; i >= 0; i--) {
      ends[i] = Math.min(at(ends, i), limit);
      limit = at(ends, i) - gap;
    }
    sorted.forEach((e, i) => {
      at(routes, e).push(at(ends, i), y);
    });
  });
}
