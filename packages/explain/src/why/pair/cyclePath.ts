/** Finds the path that leaves a region and comes back, so that one region of two nodes would form a cycle. */
import { at, calledOp, type Expr, inputsOf, present } from "@relayscope/ir";
import { unannotated } from "@relayscope/regions";
import { compositeName, type Ground } from "../ground.ts";
import { type Ways, waysBetween } from "./betweenNodes.ts";
import type { MergeTimes, MergingRegion } from "./mergeTimes.ts";

export interface CyclePath {
  /** Every node from the one end to the other, by data or within one region. */
  readonly path: readonly Expr[];
  /** The nodes that no value reaches from the previous node: both are in one region that merged earlier. */
  readonly jumps: ReadonlySet<Expr>;
  /** The nodes of other targets and the host on it, and on the other paths of values between the two ends. */
  readonly blockers: readonly Expr[];
}

/** The replayed regions at a given time. */
interface MergedAt {
  readonly replay: MergeTimes;
  readonly time: number;
}

/** Where a path begins and ends. */
interface Ends {
  readonly from: Expr;
  readonly to: Expr;
}

interface Step {
  readonly node: Expr;
  /** Whether the path has left the target. */
  readonly hasLeft: boolean;
  readonly before: Step | undefined;
}

/**
 * The path from `from` to `to` through a node outside of `target`, with the replayed regions at a given time: first by
 * the fewest steps within regions, then the shortest. Undefined if there is none. Linear in the nodes between.
 */
export function cyclePath(ground: Ground, merged: MergedAt, ends: Ends, target: string): CyclePath | undefined {
  const { replay, time } = merged;
  const isOwn = (node: Expr) => (replay.regionAt(time, node)?.target ?? ground.regionOf(node)?.target) === target;
  const between = waysBetween(ground, ends.from, ends.to);
  const found = byData(between, ends, isOwn) ?? search(ground, merged, ends, isOwn);
  if (!found) return undefined;
  const path = pathOf(found);
  const blockers = new Set(path.filter((node) => !isOwn(node)));
  for (const node of between.nodes) if (!isOwn(node) && !isSilent(node)) blockers.add(node);
  const jumps = new Set(path.filter((node, i) => i > 0 && !ground.usersOf(at(path, i - 1)).includes(node)));
  return { path, jumps, blockers: [...blockers] };
}

/**
 * The path that would keep two nodes apart also if regions were merged: data leaves the target and comes back, whatever
 * else merges. Empty if no such path is sure. Linear in the nodes between.
 */
export function cycleIfMerged(ground: Ground, ends: Ends, target: string): readonly Expr[] {
  const isOwn = (node: Expr) => ground.regionOf(node)?.target === target;
  const found = byData(waysBetween(ground, ends.from, ends.to), ends, isOwn);
  const path = found ? pathOf(found) : [];
  // Where a node has no annotations, the pass does not see the path.
  return path.every((node) => node.kind === "Call" && ground.decisionOf(node) !== undefined) ? path : [];
}

function pathOf(last: Step): readonly Expr[] {
  const path: Expr[] = [];
  for (let at: Step | undefined = last; at; at = at.before) path.push(at.node);
  return path.reverse();
}

/** The shortest path by data alone. */
function byData({ usersOf }: Ways, { from, to }: Ends, isOwn: (node: Expr) => boolean): Step | undefined {
  const seen = [new Set<Expr>(), new Set<Expr>()] as const;
  const pending: Step[] = [{ node: from, hasLeft: false, before: undefined }];
  for (const step of pending) {
    const side = step.hasLeft ? 1 : 0;
    if (seen[side].has(step.node)) continue;
    seen[side].add(step.node);
    if (step.node === to) {
      if (step.hasLeft) return step;
      continue;
    }
    for (const user of usersOf(step.node)) pending.push({ node: user, hasLeft: step.hasLeft || !isOwn(user), before: step });
  }
  return undefined;
}

/** The path with the fewest steps within regions. */
function search(ground: Ground, { replay, time }: MergedAt, { from, to }: Ends, isOwn: (node: Expr) => boolean): Step | undefined {
  let limit = ground.placeOf(to);
  const end = replay.regionAt(time, to);
  if (end) for (const member of replay.membersAt(time, end)) limit = Math.max(limit, ground.placeOf(member));
  const seen = [new Set<Expr>(), new Set<Expr>()] as const;
  const jumped = [new Set<MergingRegion>(), new Set<MergingRegion>()] as const;
  let level: Step[] = [{ node: from, hasLeft: false, before: undefined }];
  while (level.length > 0) {
    const jumps: Step[] = [];
    for (let at = 0; at < level.length; at++) {
      const step = present(level[at]);
      const side = step.hasLeft ? 1 : 0;
      if (seen[side].has(step.node)) continue;
      seen[side].add(step.node);
      if (step.node === to && step.hasLeft) return step;
      for (const user of ground.usersOf(step.node)) {
        if (ground.placeOf(user) > limit || (user === to && !step.hasLeft)) continue;
        level.push({ node: user, hasLeft: step.hasLeft || !isOwn(user), before: step });
      }
      const region = replay.regionAt(time, step.node);
      if (!region || jumped[side].has(region)) continue;
      jumped[side].add(region);
      for (const member of replay.membersAt(time, region)) {
        if (member !== step.node && ground.placeOf(member) <= limit) jumps.push({ node: member, hasLeft: step.hasLeft, before: step });
      }
    }
    level = jumps;
  }
  return undefined;
}

/** A path over units, expanded inside composites: from `from` itself to `to` itself. */
export function insideComposites(path: readonly Expr[], from: Expr, to: Expr): readonly Expr[] {
  return path.flatMap((unit, i) => {
    const f = unit.kind === "Call" && compositeName(unit) !== undefined && unit.op.kind === "Function" ? unit.op : undefined;
    if (!f || unit.kind !== "Call") return [unit];
    const before = path[i - 1];
    const params = new Set<Expr>(f.params.filter((_, at) => unit.args[at] !== undefined && unannotated(unit.args[at]) === before));
    const isEntry = (call: Expr) => (i === 0 ? call === from : call.kind === "Call" && call.args.some((arg) => params.has(arg)));
    return wayUp(isEntry, i === path.length - 1 && to !== unit ? to : f.body);
  });
}

/** The shortest path from an entry up to `exit`, only its calls; `exit` if there is none. */
function wayUp(isEntry: (call: Expr) => boolean, exit: Expr): readonly Expr[] {
  const above = new Map<Expr, Expr | undefined>([[exit, undefined]]);
  for (const node of above.keys()) {
    if (isEntry(node)) {
      const way: Expr[] = [];
      for (let at: Expr | undefined = node; at; at = above.get(at)) if (calledOp(at) !== undefined) way.push(at);
      return way;
    }
    for (const input of inputsOf(node)) if (!above.has(input)) above.set(input, node);
  }
  return [exit];
}

/** Nodes that only name something. */
function isSilent(node: Expr): boolean {
  return node.kind === "Var" || node.kind === "Constant";
}
