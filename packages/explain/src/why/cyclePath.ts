/** The path that leaves a region and comes back: why one region of two nodes would wait for itself. */
import { calledOp, type Expr } from "@relayscope/ir";
import { unannotated } from "@relayscope/regions";
import { compositeName, type Ground } from "./ground.ts";
import type { MergeReplay } from "./mergeReplay.ts";

export interface CyclePath {
  /** Every node from the one end to the other, by data or within one region. */
  readonly path: readonly Expr[];
  /** The nodes of other targets and the host on it, and on the other ways that the values take between the two ends. */
  readonly blockers: readonly Expr[];
}

interface Step {
  readonly node: Expr;
  /** Whether the way has been outside of the target. */
  readonly hasLeft: boolean;
  readonly before: Step | undefined;
}

/**
 * The way from `from` to `to` through a node that is not of `target`, with the regions as the replay has them: first with the fewest steps within
 * regions, then the shortest. Undefined where there is none. Linear in the nodes between.
 */
export function cyclePath(ground: Ground, replay: MergeReplay, from: Expr, to: Expr, target: string): CyclePath | undefined {
  const isOwn = (node: Expr) => (replay.regionOf(node)?.target ?? ground.regionOf(node)?.target) === target;
  const found = search(ground, replay, from, to, isOwn);
  if (!found) return undefined;
  const path: Expr[] = [];
  for (let at: Step | undefined = found; at; at = at.before) path.push(at.node);
  path.reverse();
  const blockers = new Set(path.filter((node) => !isOwn(node)));
  for (const node of nodesBetween(ground, from, to)) if (!isOwn(node) && !isSilent(node)) blockers.add(node);
  return { path, blockers: [...blockers] };
}

function search(ground: Ground, replay: MergeReplay, from: Expr, to: Expr, isOwn: (node: Expr) => boolean): Step | undefined {
  const end = replay.regionOf(to);
  const limit = Math.max(ground.placeOf(to), ...lastPlaces(end?.members ?? [], ground));
  const seen = [new Set<Expr>(), new Set<Expr>()] as const;
  const jumped = [new Set<object>(), new Set<object>()] as const;
  let level: Step[] = [{ node: from, hasLeft: false, before: undefined }];
  while (level.length > 0) {
    const jumps: Step[] = [];
    for (let at = 0; at < level.length; at++) {
      const step = level[at] as Step;
      const side = step.hasLeft ? 1 : 0;
      if (seen[side].has(step.node)) continue;
      seen[side].add(step.node);
      if (step.node === to && step.hasLeft) return step;
      for (const user of ground.usersOf(step.node)) {
        if (ground.placeOf(user) > limit || (user === to && !step.hasLeft)) continue;
        level.push({ node: user, hasLeft: step.hasLeft || !isOwn(user), before: step });
      }
      const region = replay.regionOf(step.node);
      if (!region || jumped[side].has(region)) continue;
      jumped[side].add(region);
      for (const member of region.members) {
        if (member !== step.node && ground.placeOf(member) <= limit) jumps.push({ node: member, hasLeft: step.hasLeft, before: step });
      }
    }
    level = jumps;
  }
  return undefined;
}

function lastPlaces(members: readonly Expr[], ground: Ground): readonly number[] {
  let last = -1;
  for (const member of members) last = Math.max(last, ground.placeOf(member));
  return [last];
}

/** A way over units, with what lies inside composites on it: from `from` itself to `to` itself. */
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

/** The shortest way from an entry up to `exit`, its calls alone; `exit` where there is none. */
function wayUp(isEntry: (call: Expr) => boolean, exit: Expr): readonly Expr[] {
  const above = new Map<Expr, Expr | undefined>([[exit, undefined]]);
  for (const node of above.keys()) {
    if (isEntry(node)) {
      const way: Expr[] = [];
      for (let at: Expr | undefined = node; at; at = above.get(at)) if (calledOp(at) !== undefined) way.push(at);
      return way;
    }
    const inputs =
      node.kind === "Call" ? node.args : node.kind === "Tuple" ? node.fields : node.kind === "TupleGetItem" ? [node.tuple] : [];
    for (const input of inputs) if (!above.has(input)) above.set(input, node);
  }
  return [exit];
}

/** What lies on some way of the values from one node to another, in order. */
export function nodesBetween(ground: Ground, from: Expr, to: Expr): readonly Expr[] {
  const limit = ground.placeOf(to);
  const reached = new Set<Expr>([from]);
  for (const node of reached)
    for (const user of ground.usersOf(node)) if (ground.placeOf(user) <= limit || isVariable(user)) reached.add(user);
  if (!reached.has(to)) return [];
  const back = new Set<Expr>([to]);
  for (const node of back) for (const input of ground.inputsOf(node)) if (reached.has(input)) back.add(input);
  back.delete(from);
  back.delete(to);
  return [...back].sort((a, b) => ground.placeOf(a) - ground.placeOf(b));
}

/** A bound variable stands before what binds it, wherever its uses are. */
function isVariable(node: Expr): boolean {
  return node.kind === "Var";
}

/** What only names something. */
function isSilent(node: Expr): boolean {
  return node.kind === "Var" || node.kind === "Constant";
}
