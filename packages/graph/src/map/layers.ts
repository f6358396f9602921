/** Splits the content of a long card into layers: each heavy operator with the nodes after it, up to the next one. */
import { at, pushTo } from "@relayscope/ir";
import { defaultTarget } from "@relayscope/regions";
import type { DrawableEdge, DrawableGraph } from "../drawable.ts";
import { callsInRegions } from "./words.ts";

/**
 * The layers of nodes given in model order, in the order of data flow; one if there are less than two heavy operators.
 * `edges` are those among the nodes. Nodes with the same `wholeOf` stay together.
 */
export function splitLayers(
  graph: DrawableGraph,
  nodes: readonly number[],
  edges: readonly DrawableEdge[],
  wholeOf: (node: number) => number = () => -1,
): readonly (readonly number[])[] {
  const calls = callsAmong(graph, nodes);
  const kinds = ["out_elemwise_fusable", "comm_reduce", "opaque"];
  const kind = kinds.find((k) => calls.filter((n) => at(graph.nodes, n).operatorKind === k).length > 1);
  if (!kind) return [nodes];
  const layerOf = new Map<number, number>(nodes.map((n) => [n, -1]));
  const inputs = new Map<number, number[]>();
  const users = new Map<number, number[]>();
  for (const { from, to } of edges) {
    append(inputs, to, from);
    append(users, from, to);
  }
  let layers = 0;
  for (const n of nodes) {
    let above = -1;
    for (const m of inputs.get(n) ?? []) above = Math.max(above, layerOf.get(m) ?? -1);
    layerOf.set(n, at(graph.nodes, n).operatorKind === kind ? layers++ : above);
  }
  const last = new Map<number, number>();
  for (const n of nodes) last.set(wholeOf(n), Math.max(last.get(wholeOf(n)) ?? -1, layerOf.get(n) ?? -1));
  last.delete(-1);
  for (const n of nodes) layerOf.set(n, last.get(wholeOf(n)) ?? layerOf.get(n) ?? -1);
  // Nodes before the first heavy operator join the first layer that uses them.
  for (const n of nodes.toReversed()) {
    if (layerOf.get(n) !== -1) continue;
    let below = layers;
    for (const m of users.get(n) ?? []) below = Math.min(below, layerOf.get(m) ?? layers);
    layerOf.set(n, below < layers ? below : 0);
  }
  const out: number[][] = Array.from({ length: layers }, () => []);
  for (const n of nodes) at(out, layerOf.get(n) ?? 0).push(n);
  return out.filter((layer) => layer.length > 0);
}

/** The nodes among some that call an operator. */
export function callsAmong({ nodes }: DrawableGraph, among: readonly number[]): number[] {
  return among.filter((n) => at(nodes, n).operator !== "");
}

/** The number of operator calls among nodes, and the number of those in regions, in words; empty if there are none. */
export function callsTextOf(graph: DrawableGraph, nodes: readonly number[]): string {
  const calls = callsAmong(graph, nodes);
  if (calls.length === 0) return "";
  // Before partitioning, calls that stay on the host are annotated, too.
  const targetOf = (n: number) => graph.regions[at(graph.nodes, n).region]?.target ?? defaultTarget;
  return callsInRegions(calls.length, calls.filter((n) => targetOf(n) !== defaultTarget).length);
}

/** By group that a node is in: the edges whose ends are both in it. */
export function edgesWithin({ edges }: DrawableGraph, groupOf: (node: number) => number): ReadonlyMap<number, readonly DrawableEdge[]> {
  const within = new Map<number, DrawableEdge[]>();
  for (const edge of edges) if (groupOf(edge.from) === groupOf(edge.to)) append(within, groupOf(edge.from), edge);
  return within;
}

function append<T>(table: Map<number, T[]>, key: number, value: T): void {
  pushTo(table, key, value);
}
