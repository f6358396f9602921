/**
 * Replays the merges of MergeCompilerRegions from its decisions: which nodes were one region when a merge was refused.
 * Regions are kept with the time of each merge, which is the number of earlier decisions, so that any moment can be
 * queried.
 */
import type { Expr } from "@relayscope/ir";
import type { MergeDecision } from "@relayscope/passes";
import { type Ground, isSameWork } from "../ground.ts";
import type { MergeTimes } from "./mergeTimes.ts";

/**
 * An initial region of the pass, and the region that it was merged into. At each time, the region at the end of these
 * merges represents all of them.
 */
export interface Group {
  readonly target: string;
  /** The nodes that it was found with: nodes of the ground's base. */
  readonly own: Expr[];
  readonly taken: Group[];
  parent: Group | undefined;
  /** When it was merged into its parent. */
  since: number;
  size: number;
}

export class MergeReplay implements MergeTimes {
  /** The time after all decisions. */
  readonly end: number;
  private readonly first = new Map<Expr, Group>();
  private readonly refusals = new Map<Group, Map<Group, number>>();

  constructor(private readonly ground: Ground) {
    const { merge, history } = ground;
    const all = merge === undefined ? [] : (history.stages[merge]?.decisions ?? []);
    const groups = new Map<string, Group>();
    for (const d of all) {
      if (d.kind !== "region" || merge === undefined) continue;
      const group: Group = { target: d.target, own: [], taken: [], parent: undefined, since: 0, size: 1 };
      groups.set(keyOf(d.functionName, d.region), group);
      for (const node of d.nodes) {
        const own = history.follow(merge - 1, ground.base, node).find((e) => isSameWork(node, e));
        if (!own || this.first.has(own)) continue;
        this.first.set(own, group);
        group.own.push(own);
        group.size++;
      }
    }
    const decisions = all.filter((d): d is MergeDecision => d.kind === "merge");
    this.end = decisions.length;
    const sides = ({ functionName, parent, child }: MergeDecision) =>
      [groups.get(keyOf(functionName, parent)), groups.get(keyOf(functionName, child))] as const;
    for (const [time, decision] of decisions.entries()) {
      const [parent, child] = sides(decision);
      if (decision.outcome === "merged" && parent && child) unite(rootAt(parent, this.end), rootAt(child, this.end), time);
    }
    for (const [time, decision] of decisions.entries()) {
      const [parent, child] = sides(decision);
      if (decision.outcome !== "restricted" || !parent || !child) continue;
      const [a, b] = [rootAt(parent, this.end), rootAt(child, this.end)];
      const last = this.refusals.get(a) ?? new Map<Group, number>();
      this.refusals.set(a, last.set(b, time));
    }
  }

  /**
   * The region that a node is in at a time; undefined for one that no region holds. Regions of one time are
   * distinguished by identity.
   */
  regionAt(time: number, expr: Expr): Group | undefined {
    const group = this.first.get(this.ground.unitOf(expr));
    return group && rootAt(group, time);
  }

  /** The nodes of such a region at that time. */
  *membersAt(time: number, region: Group): Iterable<Expr> {
    const pending = [region];
    for (let group = pending.pop(); group; group = pending.pop()) {
      yield* group.own;
      for (const taken of group.taken) if (taken.since < time) pending.push(taken);
    }
  }

  /** The time when the pass last refused to merge the final regions of two nodes. */
  refusalBetween(from: Expr, to: Expr): number | undefined {
    const [a, b] = [this.regionAt(this.end, from), this.regionAt(this.end, to)];
    return !a || !b || a === b ? undefined : this.refusals.get(a)?.get(b);
  }
}

/** The representative of a region at a time: decisions from that time on do not count. */
function rootAt(group: Group, time: number): Group {
  let at = group;
  while (at.parent && at.since < time) at = at.parent;
  return at;
}

/** The smaller is merged into the larger, so that no chain of merges is longer than the logarithm of their number. */
function unite(a: Group, b: Group, time: number): void {
  if (a === b) return;
  const [into, from] = a.size >= b.size ? [a, b] : [b, a];
  into.taken.push(from);
  into.size += from.size;
  from.parent = into;
  from.since = time;
}

function keyOf(functionName: string, region: number): string {
  return `${functionName} ${region}`;
}
