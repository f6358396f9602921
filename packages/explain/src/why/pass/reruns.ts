/** Counterfactual runs: whether nodes of the base are in one region if the passes run differently. */
import { calledOp, type Expr } from "@relayscope/ir";
import { type StageRegion, stageRegions } from "@relayscope/regions";
import type { Rerun } from "../../history.ts";
import { nameOf } from "../../names.ts";
import { type Ground, isSameWork } from "../ground.ts";

/**
 * Whether two nodes of the base are in one region at the end of another run; without the second, whether the first is
 * in one.
 */
export function isJoinedIn(ground: Ground, rerun: Rerun, from: Expr, to?: Expr): boolean {
  const own = regionsIn(ground, rerun, from);
  if (to === undefined) return own.size > 0;
  const others = regionsIn(ground, rerun, to);
  return [...own].some((region) => others.has(region));
}

/**
 * What another run would improve, as a clause: nodes would be in a region, or in one. If a node would be gone, its
 * replacement counts.
 */
export function betterIn(ground: Ground, { history: then, shared }: Rerun, from: Expr, to?: Expr): string {
  if (to !== undefined) return "the two would be in one region";
  const last = then.stages.length - 1;
  const isThere = ground.history
    .follow(ground.base, shared, from)
    .some((start) => then.follow(shared, last, start).some((e) => isSameWork(from, e)));
  return isThere ? `\`${nameOf(from)}\` would be in a region` : `a region would hold the replacement of \`${nameOf(from)}\``;
}

/** The regions of a node's results; if nothing is left of a call that gives a tuple, of the results of its items. */
function regionsIn(ground: Ground, rerun: Rerun, node: Expr): ReadonlySet<StageRegion> {
  const own = became(ground, rerun, node);
  const items = own.length > 0 ? [] : ground.usersOf(node).filter((user) => user.kind === "TupleGetItem");
  const module = rerun.history.stages.at(-1)?.module;
  const found = new Set<StageRegion>();
  if (!module) return found;
  const { offloadedTo } = stageRegions(module);
  for (const nodes of [...own, ...items.flatMap((item) => became(ground, rerun, item))]) {
    const regions = nodes.map(offloadedTo);
    // Of several calls in the place of one, all have to be in regions.
    if (nodes.length > 1 && regions.includes(undefined)) continue;
    for (const region of regions) if (region) found.add(region);
  }
  return found;
}

/** The results of a node in another run: each that does its work alone, else all of them together. */
function became({ history, base }: Ground, { history: then, shared }: Rerun, node: Expr): readonly (readonly Expr[])[] {
  const all = history.follow(base, shared, node);
  const kept = all.filter((e) => isSameWork(node, e));
  return (kept.length > 0 ? kept : all).flatMap((start) => {
    const calls = then.follow(shared, then.stages.length - 1, start).filter((e) => calledOp(e) !== undefined);
    const same = calls.filter((e) => isSameWork(start, e));
    return same.length > 0 ? same.map((e) => [e]) : calls.length > 0 ? [calls] : [];
  });
}
