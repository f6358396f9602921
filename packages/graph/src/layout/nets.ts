/** Which edges may share a line: one that splits, or one that gathers. */
import { at } from "@relayscope/ir";
import type { DrawableGraph } from "../drawable.ts";
import { isMap } from "../isMap.ts";

/** As many edges of one end that pass rows share a line. */
export const manyAlike = 6;

const known = new WeakMap<DrawableGraph, Int32Array>();

/**
 * By edge: its net. Edges of one net may overlap. A net normally contains the edges of one producer. If a consumer
 * takes many values and the producer has few edges, as with a tuple of all layers' results, the net contains the
 * consumer's edges (numbers from `nodes.length` on). On a map each edge has its own net.
 */
export function netsOf(graph: DrawableGraph): Int32Array {
  const nets = known.get(graph) ?? netsIn(graph);
  known.set(graph, nets);
  return nets;
}

function netsIn(graph: DrawableGraph): Int32Array {
  const { nodes, edges } = graph;
  const isGathering = !isMap(graph);
  const [given, taken] = [new Uint32Array(nodes.length), new Uint32Array(nodes.length)];
  for (const { from, to } of edges) {
    given[from] = at(given, from) + 1;
    taken[to] = at(taken, to) + 1;
  }
  const nets = new Int32Array(edges.length);
  edges.forEach(({ from, to }, e) => {
    nets[e] = isGathering && at(taken, to) >= manyAlike && at(given, from) < manyAlike ? nodes.length + to : from;
  });
  return nets;
}

/** Whether an edge shares its line with other values that its consumer takes. */
export function isGathered(graph: DrawableGraph, edge: number): boolean {
  return at(netsOf(graph), edge) >= graph.nodes.length;
}
