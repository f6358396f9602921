/** Groups of nodes that grow together: a union-find with the facts about a group that fusion needs. */
import { at, present } from "@relayscope/ir";
import { type ForwardGraph, patterns } from "./forwardGraph.ts";

/** The groups as a union-find forest over node indices; attributes are kept at the roots. */
export interface FusionGroups {
  /** The index of the group's root, which is the result of the fused function. */
  rootOf(node: number): number;
  /** The fusion pattern of the group that holds the node. */
  patternOf(node: number): number;
}

export class Groups implements FusionGroups {
  readonly #parent: Int32Array;
  /** Each node's own pattern; at a root, the group's. */
  readonly pattern: Uint8Array;
  /** Node count, kept at every node that was ever a root. */
  readonly size: Int32Array;
  readonly argumentCount: Int32Array;
  /** The one out-elemwise-fusable node of the group; -1 for none. */
  readonly anchor: Int32Array;

  constructor(graph: ForwardGraph) {
    const count = graph.nodes.length;
    this.#parent = Int32Array.from({ length: count }, (_, i) => i);
    this.pattern = Uint8Array.from(graph.patternOf);
    this.size = new Int32Array(count).fill(1);
    this.argumentCount = new Int32Array(count);
    this.anchor = Int32Array.from(graph.patternOf, (p, i) => (p === patterns.out_elemwise_fusable ? i : -1));
  }

  rootOf(node: number): number {
    let root = node;
    while (this.#parent[root] !== root) root = at(this.#parent, root);
    for (let at = node; at !== root; ) {
      const next = present(this.#parent[at]);
      this.#parent[at] = root;
      at = next;
    }
    return root;
  }

  patternOf(node: number): number {
    return at(this.pattern, this.rootOf(node));
  }

  /** Puts the group of `child` into the group of `into`. */
  merge(child: number, into: number): void {
    const [from, to] = [this.rootOf(child), this.rootOf(into)];
    if (from === to) return;
    this.size[to] = at(this.size, to) + at(this.size, from);
    this.argumentCount[to] = at(this.argumentCount, to) + at(this.argumentCount, from);
    this.#parent[from] = to;
    if (this.anchor[from] !== -1) {
      this.anchor[to] = at(this.anchor, from);
      this.pattern[to] = Math.max(at(this.pattern, from), at(this.pattern, to));
    }
  }
}
