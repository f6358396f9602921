/** A long host stretch taken apart into layers: each heavy operator with what follows it, until the next one. */
import { at } from "../at.ts";
import type { DrawableGraph } from "../drawable.ts";

/** Calls up to which a stretch beside regions stays one card. */
const longest = 48;

/**
 * The layers of a host stretch, whose nodes are given in model order; one where it has less than two heavy operators. `isAlone`: no region
 * stands beside it, so that its layers are all there is to see.
 */
export function splitLayers(graph: DrawableGraph, nodes: readonly number[], isAlone: boolean): readonly (readonly number[])[] {
  const calls = nodes.filter((n) => at(graph.nodes, n).operator !== "");
  if (calls.length < 4 || (!isAlone && calls.length <= longest)) return [nodes];
  const kinds = ["out_elemwise_fusable", "comm_reduce", "opaque"];
  const kind = kinds.find((k) => calls.filter((n) => at(graph.nodes, n).operatorKind === k).length > 1);
  if (!kind) return [nodes];
  const layerOf = new Map<number, number>(nodes.map((n) => [n, -1]));
  const inputs = new Map<number, number[]>();
  const users = new Map<number, number[]>();
  for (const { from, to } of graph.edges) {
    if (!layerOf.has(from) || !layerOf.has(to)) continue;
    append(inputs, to, from);
    append(users, from, to);
  }
  let layers = 0;
  for (const n of nodes) {
    let above = -1;
    for (const m of inputs.get(n) ?? []) above = Math.max(above, layerOf.get(m) ?? -1);
    layerOf.set(n, at(graph.nodes, n).operatorKind === kind ? layers++ : above);
  }
  // What stands before all heavy operators goes with the first that uses it.
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

function append(table: Map<number, number[]>, key: number, value: number): void {
  const list = table.get(key);
  if (list) list.push(value);
  else table.set(key, [value]);
}
