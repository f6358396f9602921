/**
 * Reducing: the smallest module that still has a boundary, named by lines of the text or by nodes of a run's last
 * stage.
 */
import type { Cause } from "@relayscope/explain";
import { calledOp, type Expr, postOrderList } from "@relayscope/ir";
import { finishedRun, type Run, wholeKit, whyOf } from "@relayscope/run";
import type { BoundaryNodes, LinePlace, ReducedModule, RunSpec } from "@relayscope/run/contract";
import { sortOf } from "./anchors.ts";
import { builtInSpecs, groundFromText, type TrialGround } from "./ground.ts";
import { type AskEnds, type EndAt, type EndsAnswer, endsOfLines, reduced } from "./reduce.ts";

/**
 * The smallest module that still has the boundary at a place, with the same cause. Undefined if there is none, or lines
 * don't identify it.
 */
export async function reduceCase(spec: RunSpec, at: LinePlace): Promise<ReducedModule | undefined> {
  const ground = await groundOfText(spec);
  const ends = endsOfLines(ground, at);
  return ends && reduced(ground, ends, asking(undefined));
}

/** Why nothing is smaller than the module: a line has no call, there is no boundary, or no smaller module has it. */
export type NotReduced = "no call" | "no boundary" | "none smaller";

/** Why `reduceCase` finds nothing. */
export async function whyNotReduced(spec: RunSpec, at: LinePlace): Promise<NotReduced> {
  const ends = endsOfLines(await groundOfText(spec), at);
  if (!ends) return "no call";
  return (await asking(undefined)(spec, ends)) ? "none smaller" : "no boundary";
}

/**
 * The same for a boundary of a run's last stage. Undefined if its sides do not come from the text, or if nothing
 * smaller has its cause.
 */
export async function reduceBoundary(run: Run, { from, to }: BoundaryNodes): Promise<ReducedModule | undefined> {
  const { why } = whyOf(run);
  const { history, base, last } = why.ground;
  const index = run.index(last);
  const shownBy = (ids: readonly number[]) => ids.flatMap((id) => index.exprOf(id) ?? []);
  const [made, taken] = [shownBy(from), to && shownBy(to)];
  const chosen = taken && why.boundaries().find((b) => made.includes(b.made) && taken.includes(b.taken));
  const atBase = (nodes: readonly Expr[]): Expr | undefined => {
    const [shown] = nodes;
    const all = shown ? history.follow(last, base, shown) : [];
    return all.find((e) => shown && sortOf(e) === sortOf(shown)) ?? all.find((e) => calledOp(e) !== undefined) ?? all[0];
  };
  const nodes = chosen ? [chosen.from, chosen.to] : [atBase(made), ...(taken ? [atBase(taken)] : [])];
  const [a, b] = nodes;
  const cause = chosen ? chosen.cause : a && (b ? why.across(a, b) : why.of(a));
  const ends = nodes.flatMap((node) => (node && endOf(run, node)) ?? []);
  if (!cause || ends.length < nodes.length) return undefined;
  const { text, target, customTargets, pipeline, optLevel, bindParameters } = run.request;
  const ground = await groundOfText({ text, target, customTargets, pipeline, optLevel, bindParameters });
  return reduced(ground, ends, asking(cause.code));
}

/** The start in the text of the origin of a node of the base; undefined if a pass inserted it. */
function endOf(run: Run, node: Expr): EndAt | undefined {
  const { history, base } = whyOf(run).why.ground;
  const origins = history.follow(base, 0, node).filter((e) => run.sourceOf(0, e) !== undefined);
  const origin = origins.find((e) => sortOf(e) === sortOf(node)) ?? origins.find((e) => calledOp(e) !== undefined) ?? origins[0];
  const place = origin && run.sourceOf(0, origin)?.start;
  return origin && place !== undefined ? { place, sort: sortOf(origin), became: sortOf(node) } : undefined;
}

async function groundOfText(spec: RunSpec): Promise<TrialGround> {
  return { ...groundFromText({ ...spec, pipeline: [] }, await wholeKit(), builtInSpecs()), spec };
}

/**
 * Runs a text and examines its sides. With a code: for a boundary with that code, if the sides became several nodes.
 */
function asking(code: Cause["code"] | undefined): AskEnds {
  return async (spec, ends) => {
    const run = await finishedRun(spec);
    return answerOf(run, ends, code);
  };
}

function answerOf(run: Run, ends: readonly EndAt[], code: Cause["code"] | undefined): EndsAnswer | undefined {
  const { why } = whyOf(run);
  const { history, base } = why.ground;
  const [froms = [], tos] = ends.map((end) => nodesAt(run, end));
  const atPlace =
    code === undefined || !tos ? [] : why.boundaries().filter((b) => b.cause.code === code && froms.includes(b.from) && tos.includes(b.to));
  const asked = () =>
    tos
      ? froms.flatMap((from) => tos.map((to) => (code === undefined ? why.between(from, to) : why.across(from, to))))
      : froms.map((node) => why.of(node));
  const causes = atPlace.length > 0 ? atPlace.map((boundary) => boundary.cause) : asked();
  const isKept = [froms, tos ?? []].every((nodes, i) => nodes.some((node) => sortOf(node) === ends[i]?.sort) || i >= ends.length);
  // If nodes still do their work, one joined node is enough; of replacements, all must be joined.
  const isJoined = code === undefined && isKept && causes.includes(undefined);
  const cause = isJoined ? undefined : causes.find((found) => found && (code === undefined || found.code === code));
  if (!cause) return undefined;
  const named = new Set<number>();
  for (const node of [...cause.blockers, ...cause.path]) {
    for (const origin of history.follow(base, 0, node)) {
      const source = run.sourceOf(0, origin);
      if (source) named.add(source.start);
    }
  }
  const starts = ends.map((end) => {
    const node = nodeAt(run, end);
    return (node && run.sourceOf(0, node)?.start) ?? 0;
  });
  return { cause: cause.code, named, errors: run.stages[0]?.errors ?? 0, starts };
}

/** A side in the text of a run; undefined if it is missing. */
function nodeAt(run: Run, { place, sort }: EndAt): Expr | undefined {
  if (typeof place === "number") {
    return whyOf(run)
      .why.ground.history.order(0)
      .findLast((e) => sortOf(e) === sort && run.sourceOf(0, e)?.start === place);
  }
  const f = run.stages[0]?.module.functions.get(place.functionName);
  const all = f ? postOrderList(f).filter((e) => sortOf(e) === sort) : [];
  return all.length === place.of ? all[place.nth] : undefined;
}

/** The nodes of a side when targets are chosen: those of the requested sort, else its calls. */
function nodesAt(run: Run, end: EndAt): readonly Expr[] {
  const { history, base } = whyOf(run).why.ground;
  const node = nodeAt(run, end);
  if (!node) return [];
  const all = history.follow(0, base, node);
  const same = all.filter((e) => sortOf(e) === (end.became ?? end.sort));
  return same.length > 0 ? same : all.filter((e) => calledOp(e) !== undefined);
}
