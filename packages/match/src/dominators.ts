/**
 * Post-dominators of a dataflow graph: a node's parent is the first node that everything flowing out of it must pass.
 * Follows IndexedGraph::PostDom (src/relay/ir/indexed_graph.h); common ancestors are found over jump links, in
 * logarithmic time.
 */
import { at, present } from "@relayscope/ir";
import { failures } from "./diagnostics.ts";
import type { EdgeRows } from "./edgeRows.ts";

export interface DominatorTree {
  /** Whether everything flowing out of `other` passes through `index`; false for a node and itself. */
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
    if (at(depth, a) < at(depth, b)) [a, b] = [b, a];
    while (at(depth, a) > at(depth, b)) {
      const far = at(jump, a);
      a = far >= 0 && at(depth, far) >= at(depth, b) ? far : at(parent, a);
    }
    while (a !== b) {
      const p = at(jump, a);
      const q = at(jump, b);
      if (p !== q) {
        a = p;
        b = q;
      } else {
        a = at(parent, a);
        b = at(parent, b);
      }
    }
    return a;
  };

  for (let i = count - 1; i >= 0; i--) {
    const begin = at(users.offsets, i);
    const end = at(users.offsets, i + 1);
    let common = i === count - 1 || begin === end ? -1 : at(users.targets, begin);
    // A recursive binding that inner bindings use: its only user precedes it, so it counts as an output.
    if (common >= 0 && depth[common] === 0) {
      if (end - begin > 1) throw failures.notADag();
      common = -1;
    }
    for (let k = begin + 1; k < end && common >= 0; k++) {
      const user = at(users.targets, k);
      if (depth[user] === 0) throw failures.notADag();
      common = commonAncestor(common, user);
    }
    parent[i] = common;
    depth[i] = common >= 0 ? at(depth, common) + 1 : 1;
    if (common >= 0) {
      const far = at(jump, common);
      const farther = far >= 0 ? at(jump, far) : -1;
      const step = at(depth, common) - (far >= 0 ? at(depth, far) : 0);
      const stride = (far >= 0 ? at(depth, far) : 0) - (farther >= 0 ? at(depth, farther) : 0);
      jump[i] = far >= 0 && step === stride ? farther : common;
    }
  }

  const heads = new Int32Array(count).fill(-1);
  const siblings = new Int32Array(count).fill(-1);
  for (let i = 0; i < count; i++) {
    const p = at(parent, i);
    if (p < 0) continue;
    siblings[i] = at(heads, p);
    heads[p] = i;
  }
  const isAncestor = (ancestor: number, node: number): boolean => {
    const level = present(depth[ancestor]);
    let at = node;
    while (present(depth[at]) > level) {
      const far = present(jump[at]);
      at = far >= 0 && present(depth[far]) >= level ? far : present(parent[at]);
    }
    return at === ancestor;
  };
  return {
    dominates: (index, other) => index !== other && isAncestor(index, other),
    childrenOf(index) {
      const out: number[] = [];
      for (let child = at(heads, index); child >= 0; child = at(siblings, child)) out.push(child);
      return out;
    },
  };
}
