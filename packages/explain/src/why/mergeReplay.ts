/**
 * The merges of MergeCompilerRegions once more, from its decisions: which nodes were one region when a merge was refused.
 * Decisions are applied in order; a refusal is asked about as things stood then.
 */
import type { Expr } from "@relayscope/ir";
import type { MergeDecision } from "@relayscope/passes";
import { type Ground, isSameWork } from "./ground.ts";

/** A region of the pass; nodes are those of the ground's base. */
interface Group {
  readonly target: string;
  readonly members: Expr[];
}

export class MergeReplay {
  readonly decisions: readonly MergeDecision[];
  private readonly ground: Ground;
  private readonly first = new Map<Expr, string>();
  private groups = new Map<string, Group>();
  private parents = new Map<string, string>();
  private applied = 0;

  constructor(ground: Ground) {
    this.ground = ground;
    const { merge, history } = ground;
    const decisions = merge === undefined ? [] : (history.stages[merge]?.decisions ?? []);
    this.decisions = decisions.filter((d): d is MergeDecision => d.kind === "merge");
    for (const d of decisions) {
      if (d.kind !== "region" || merge === undefined) continue;
      const key = keyOf(d.functionName, d.region);
      for (const node of d.nodes) {
        const own = history.follow(merge - 1, ground.base, node).find((e) => isSameWork(node, e));
        if (own && !this.first.has(own)) this.first.set(own, key);
      }
    }
    this.restart();
  }

  /** Brings the regions to where they stood before a decision. */
  advanceTo(decision: number): void {
    if (decision < this.applied) this.restart();
    for (; this.applied < decision; this.applied++) {
      const { outcome, functionName, parent, child } = this.decisions[this.applied] as MergeDecision;
      if (outcome === "merged") this.unite(keyOf(functionName, parent), keyOf(functionName, child));
    }
  }

  /** The region that a node is in now; undefined for one that no region holds. Regions are told apart by identity. */
  regionOf(expr: Expr): Group | undefined {
    const key = this.first.get(this.ground.unitOf(expr));
    return key === undefined ? undefined : this.groups.get(this.root(key));
  }

  /** The refusal of a merge that keeps two nodes apart: the last one between what are their regions at the end. */
  refusalBetween(from: Expr, to: Expr): number | undefined {
    this.advanceTo(this.decisions.length);
    const [a, b] = [this.regionOf(from), this.regionOf(to)];
    if (!a || !b || a === b) return undefined;
    const at = this.decisions.findLastIndex((d) => {
      if (d.outcome !== "restricted") return false;
      const parent = this.groups.get(this.root(keyOf(d.functionName, d.parent)));
      return parent === a && this.groups.get(this.root(keyOf(d.functionName, d.child))) === b;
    });
    return at < 0 ? undefined : at;
  }

  private restart(): void {
    this.applied = 0;
    this.parents = new Map();
    this.groups = new Map();
    const { merge, history } = this.ground;
    for (const d of merge === undefined ? [] : (history.stages[merge]?.decisions ?? [])) {
      if (d.kind === "region") this.groups.set(keyOf(d.functionName, d.region), { target: d.target, members: [] });
    }
    for (const [node, key] of this.first) this.groups.get(key)?.members.push(node);
  }

  private root(key: string): string {
    let at = key;
    for (let next = this.parents.get(at); next !== undefined; next = this.parents.get(at)) at = next;
    for (let walk = key; walk !== at; ) {
      const next = this.parents.get(walk) as string;
      this.parents.set(walk, at);
      walk = next;
    }
    return at;
  }

  private unite(a: string, b: string): void {
    const [x, y] = [this.root(a), this.root(b)];
    const [ofX, ofY] = [this.groups.get(x), this.groups.get(y)];
    if (x === y || !ofX || !ofY) return;
    const isLarger = ofX.members.length >= ofY.members.length;
    const [into, from] = isLarger ? [ofX, ofY] : [ofY, ofX];
    for (const node of from.members) into.members.push(node);
    const [large, small] = isLarger ? [x, y] : [y, x];
    this.groups.delete(small);
    this.parents.set(small, large);
  }
}

function keyOf(functionName: string, region: number): string {
  return `${functionName} ${region}`;
}
