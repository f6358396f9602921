/**
 * Post-dominators of a dataflow graph: a node's parent is the first node through which all that flows out of it must pass.
 * Follows IndexedGraph::PostDom (src/relay/ir/indexed_graph.h); common ancestors are found over jump links, in logarithmic time.
 */
import { failures } from "./diagnostics.ts";
import type { EdgeRows } from "./edgeRows.ts";

export interface DominatorTree {
  /** The dominator parent's place, or -1 for none. */
  parentOf(index: number): number;
  /** Whether all that flows out of `other` passes through `index`; false for a node and itself. */
  dominates(index: number, other: number): boolean;
  /** The nodes whose parent is `index`, from last to first. */
  childrenOf(index: number): readonly number[];
}

/** The dominator tree of a graph whose last node is its output. */
export function dominatorTree(users: EdgeRows, count: number): DominatorTree {
  const parent = new Int32Array(count).fill(-1);
  const jump = new Int32Array(count).fill(-1);
  const depth = new Int32Array(count);

  /** The nearest common ancestor of two nodes, or -1. */
  const commonAncestor = (left: number, right: number): number => {
    let a = left;
    let b = right;
    if ((depth[a] as number) < (depth[b] as number)) [a, b] = [b, a];
    while ((depth[a] as number) > (depth[b] as number)) {
      const far = jump[a] as number;
      a = far >= 0 && (depth[far] as number) >= (depth[b] as number) ? far : (parent[a] as number);
    }
    while (a !== b) {
      const p = jump[a] as number;
      const q = jump[b] as number;
      if (p !== q) {
        a = p;
        b = q;
      } else {
        a = parent[a] as number;
        b = parent[b] as number;
      }
    }
    return a;
  };

  for (let i = count - 1; i >= 0; i--) {
    const begin = users.offsets[i] as number;
    const end = users.offsets[i + 1] as number;
    let common = i === count - 1 || begin === end ? -1 : (users.targets[begin] as number);
    // A recursive binding that inner bindings use: its only user comes before it, and it counts as an output.
    if (common >= 0 && depth[common] === 0) {
      if (end - begin > 1) throw failures.notADag();
      common = -1;
    }
    for (let k = begin + 1; k < end && common >= 0; k++) {
      const user = users.targets[k] as number;
      if (depth[user] === 0) throw failures.notADag();
      common = commonAncestor(common, user);
    }
    parent[i] = common;
    depth[i] = common >= 0 ? (depth[common] as number) + 1 : 1;
    if (common >= 0) {
      const far = jump[common] as number;
      const farther = far >= 0 ? (jump[far] as number) : -1;
      const step = (depth[common] as number) - (far >= 0 ? (depth[far] as number) : 0);
      const stride = (far >= 0 ? (depth[far] as number) : 0) - (farther >= 0 ? (depth[farther] as number) : 0);
      jump[i] = far >= 0 && step === stride ? farther : common;
    }
  }

  const heads = new Int32Array(count).fill(-1);
  const siblings = new Int32Array(count).fill(-1);
  for (let i = 0; i < count; i++) {
    const p = parent[i] as number;
    if (p < 0) continue;
    siblings[i] = heads[p] as number;
    heads[p] = i;
  }
  const isAncestor = (ancestor: number, node: number): boolean => {
    const level = depth[ancestor] as number;
    let at = node;
    while ((depth[at] as number) > level) {
      const far = jump[at] as number;
      at = far >= 0 && (depth[far] as number) >= level ? far : (parent[at] as number);
    }
    return at === ancestor;
  };
  return {
    parentOf: (index) => parent[index] as number,
    dominates: (index, other) => index !== other && isAncestor(index, other),
    childrenOf(index) {
      const out: number[] = [];
      for (let child = heads[index] as number; child >= 0; child = siblings[child] as number) out.push(child);
      return out;
    },
  };
}
