/**
 * Immediate post-dominators of a dataflow graph, with the most restrictive edge pattern on the way to each. Follows
 * DominatorTree (src/relay/analysis/graph_partitioner.cc), which climbs parent by parent. Here each node also keeps a
 * jump to a farther ancestor (Myers' skew-binary pointers), so that finding a common ancestor is logarithmic in the
 * depth.
 */
import { present } from "@relayscope/ir";
import { type ForwardGraph, patterns } from "./forwardGraph.ts";

/** `parent[i]` is -1 if nothing post-dominates node i; `patternTo[i]` is the combined pattern from i to its parent. */
export interface PostDominators {
  readonly parent: Int32Array;
  readonly patternTo: Uint8Array;
}

/** Computes the tree in one sweep from the last node to the first. */
export function postDominators(graph: ForwardGraph): PostDominators {
  const count = graph.nodes.length;
  const parent = new Int32Array(count).fill(-1);
  const patternTo = new Uint8Array(count).fill(patterns.opaque);
  const depth = new Int32Array(count).fill(1);
  const jump = new Int32Array(count).fill(-1);
  const patternOfJump = new Uint8Array(count).fill(patterns.opaque);
  const at = (list: Int32Array | Uint8Array, i: number) => present(list[i]);

  /** The lowest common ancestor of two nodes (-1: none), and the combined pattern of all nodes climbed over. */
  let climbed = 0;
  const ancestor = (a: number, b: number): number => {
    let [low, high] = [a, b];
    if (at(depth, low) < at(depth, high)) [low, high] = [high, low];
    while (at(depth, low) > at(depth, high)) low = climb(low, at(jump, low) >= 0 && at(depth, at(jump, low)) >= at(depth, high));
    while (low !== high) {
      if (low < 0 || high < 0) return -1;
      const canJump = at(jump, low) !== at(jump, high) && at(jump, low) >= 0 && at(jump, high) >= 0;
      low = climb(low, canJump);
      high = climb(high, canJump);
    }
    return low;
  };
  const climb = (node: number, byJump: boolean): number => {
    climbed = Math.max(climbed, byJump ? at(patternOfJump, node) : at(patternTo, node));
    return byJump ? at(jump, node) : at(parent, node);
  };

  for (let i = count - 1; i >= 0; i--) {
    const outputs = present(graph.consumers[i]);
    if (graph.isExternal[i] || outputs.length === 0) continue;
    const edges = present(graph.edgePatterns[i]);
    climbed = Math.max(...new Set(edges));
    let found = present(outputs[0]);
    for (let k = 1; k < outputs.length && found >= 0; k++) found = ancestor(found, present(outputs[k]));
    parent[i] = found;
    if (found < 0) continue;
    patternTo[i] = climbed;
    depth[i] = at(depth, found) + 1;
    const far = at(jump, found);
    if (far >= 0 && at(depth, found) - at(depth, far) === at(depth, far) - (at(jump, far) >= 0 ? at(depth, at(jump, far)) : 0)) {
      jump[i] = at(jump, far);
      patternOfJump[i] = Math.max(climbed, at(patternOfJump, found), at(patternOfJump, far));
    } else {
      jump[i] = found;
      patternOfJump[i] = climbed;
    }
  }
  return { parent, patternTo };
}
