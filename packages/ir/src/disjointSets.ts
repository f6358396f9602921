import { present } from "./at.ts";

/** Numbers from 0 in sets that only grow together. */
export class DisjointSets {
  private readonly parents: Int32Array;

  /** Each of `count` numbers in a set of its own. */
  constructor(count: number) {
    this.parents = Int32Array.from({ length: count }, (_, at) => at);
  }

  /** The number that represents the set of `at`. */
  rootOf(at: number): number {
    const { parents } = this;
    let root = at;
    while (parents[root] !== root) {
      parents[root] = present(parents[present(parents[root])]);
      root = present(parents[root]);
    }
    return root;
  }

  /** Puts the set of `at` into that of `into`, whose root represents both. */
  join(into: number, at: number): void {
    this.parents[this.rootOf(at)] = this.rootOf(into);
  }

  /** The root of every number. */
  roots(): Int32Array {
    return this.parents.map((_, at) => this.rootOf(at));
  }
}
