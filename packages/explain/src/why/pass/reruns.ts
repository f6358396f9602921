/** Counterfactual runs: whether nodes of the base are in one region if the passes run differently. */
import { calledOp, type Expr } from "@relayscope/ir";
import { type StageRegion, stageRegions } from "@relayscope/regions";
import type { Rerun } from "../../history.ts";
import { nameOf } from "../../names.ts";
import { compositeName, type Ground, isSameWork } from "../ground.ts";

/**
 * Whether two nodes of the base are in one region at the end of another run; without a second node, whether the first
 * is in a region. If the two have common results there, as nodes of one origin may, all results must be in one region.
 */
export function isJoinedIn(ground: Ground, rerun: Rerun, from: Expr, to?: Expr): boolean {
  const own = resultsOf(ground, rerun, from);
  if (to === undefined) return regionsOf(rerun, own).size > 0;
  const others = resultsOf(ground, rerun, to);
  const [made, taken] = [new Set(own.flat()), new Set(others.flat())];
  if (![...made].some((node) => taken.has(node))) {
    const regions = regionsOf(rerun, own, isOne);
    return [...regionsOf(rerun, others, isOne)].some((region) => regions.has(region));
  }
  const all = [...new Set([...made, ...taken])];
  return all.length > 1 && regionsOf(rerun, [all], isOne).size > 0;
}

/**
 * The improvement by another run, as a clause: nodes would be in a region, or in one region. A node that is gone there
 * is represented by its replacement.
 */
export function betterIn(ground: Ground, { history: then, shared }: Rerun, from: Expr, to?: Expr): string {
  if (to !== undefined) return "the two would be in one region";
  const last = then.stages.length - 1;
  const isThere = ground.history
    .follow(ground.base, shared, from)
    .some((start) => then.follow(shared, last, start).some((e) => isSameWork(from, e)));
  return isThere ? `\`${nameOf(from)}\` would be in a region` : `a region would hold the replacement of \`${nameOf(from)}\``;
}

/**
 * The results of a node in another run. If a call with a tuple as its result is gone, the results of the tuple's items.
 */
function resultsOf(ground: Ground, rerun: Rerun, node: Expr): readonly (readonly Expr[])[] {
  const own = became(ground, rerun, node);
  if (own.length > 0) return own;
  const items = ground.usersOf(node).filter((user) => user.kind === "TupleGetItem");
  return items.flatMap((item) => became(ground, rerun, item));
}

type Regions = readonly (StageRegion | undefined)[];

function areAll(regions: Regions): boolean {
  return !regions.includes(undefined);
}

function isOne(regions: Regions): boolean {
  return areAll(regions) && new Set(regions).size === 1;
}

/** The regions of results. Of several calls in the place of one, the regions of all have to be `accepted`. */
function regionsOf({ history }: Rerun, results: readonly (readonly Expr[])[], accepted = areAll): ReadonlySet<StageRegion> {
  const module = history.stages.at(-1)?.module;
  const found = new Set<StageRegion>();
  if (!module) return found;
  const { offloadedTo } = stageRegions(module);
  for (const nodes of results) {
    const regions = nodes.map(offloadedTo);
    if (!accepted(regions)) continue;
    for (const region of regions) if (region) found.add(region);
  }
  return found;
}

/**
 * The results of a node in another run: those that do the same work or, without such, all of them. If there are
 * several, as where quantization makes several calls of one, it is unknown which is the node's.
 */
function became({ history, base }: Ground, { history: then, shared }: Rerun, node: Expr): readonly (readonly Expr[])[] {
  // The text can have composites of its own, which stay what they are.
  const isComposite = compositeName(node) !== undefined;
  const isResult = (e: Expr) => calledOp(e) !== undefined || (isComposite && isSameWork(node, e));
  const all = history.follow(base, shared, node);
  const kept = all.filter((e) => isSameWork(node, e));
  return (kept.length > 0 ? kept : all).flatMap((start) => {
    const calls = then.follow(shared, then.stages.length - 1, start).filter(isResult);
    const own = kept.length > 0 ? [] : calls.filter((e) => isSameWork(node, e));
    if (own.length > 0) return [own];
    const same = calls.filter((e) => isSameWork(start, e));
    return same.length > 0 ? [same] : calls.length > 0 ? [calls] : [];
  });
}
