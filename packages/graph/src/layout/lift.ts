/**
 * Splits edges between nodes of different groups: one link between two items of the group that holds both ends, an exit
 * from each group that the edge leaves, and an entry into each group that it enters.
 */
import { at } from "@relayscope/ir";
import type { DrawableEdge } from "../drawable.ts";
import type { LayoutTree } from "./tree.ts";

export interface GroupLinks {
  /** Between items of the group: from, to, edge; three numbers each. */
  readonly links: number[];
  /** Exits: item and node, two numbers each. A node leaves a group once, however many consumers it has. */
  readonly exits: number[];
  /** Entries: item and edge, two numbers each. */
  readonly entries: number[];
}

/** The links of each group. */
export function liftEdges(tree: LayoutTree, edges: readonly DrawableEdge[]): GroupLinks[] {
  const { groupOf, depth, nodeCount } = tree;
  const out: GroupLinks[] = depth.map(() => ({ links: [], exits: [], entries: [] }));
  /** By node: how many of its enclosing groups, from the innermost outward, already have an exit for it. */
  const exitsMade = new Int32Array(nodeCount);
  edges.forEach((edge, index) => {
    let a = edge.from;
    let b = edge.to;
    let groupA = at(groupOf, a);
    let groupB = at(groupOf, b);
    let steps = 0;
    while (groupA !== groupB) {
      if (at(depth, groupA) >= at(depth, groupB)) {
        if (steps >= at(exitsMade, edge.from)) {
          at(out, groupA).exits.push(a, edge.from);
          exitsMade[edge.from] = steps + 1;
        }
        steps++;
        a = nodeCount + groupA;
        groupA = at(groupOf, a);
      } else {
        at(out, groupB).entries.push(b, index);
        b = nodeCount + groupB;
        groupB = at(groupOf, b);
      }
    }
    if (a !== b) at(out, groupA).links.push(a, b, index);
  });
  return out;
}
