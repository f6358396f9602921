/** Reducing: the smallest module that still has a boundary, named by lines of the text or by nodes of a run's last stage. */
import type { Cause } from "@relayscope/explain";
import { calledOp, type Expr, postOrderList } from "@relayscope/ir";
import type { BoundaryNodes, ReducedModule, RunSpec } from "../contract/index.ts";
import { whyOf } from "../questions/why.ts";
import { wholeKit } from "../run/kit.ts";
import { createRun, type Run } from "../run/run.ts";
import { sortOf } from "../whatIf/anchors.ts";
import { builtInSpecs, type Ground, groundFromText } from "../whatIf/ground.ts";
import { type AskEnds, type EndAt, type EndsAnswer, endsOfLines, type LinePlace, reduced } from "../whatIf/reduce.ts";

/** The smallest module that still has the boundary at a place, with the same cause. Undefined where there is none, or it can't be told by lines. */
export async function reduceCase(spec: RunSpec, at: LinePlace): Promise<ReducedModule | undefined> {
  const ground = await groundOfText(spec);
  const ends = endsOfLines(ground, at);
  return ends && reduced(ground, ends, asking(undefined));
}

/** The same of a boundary of a run's last stage. Undefined where its sides do not stem from the text, or where nothing smaller has its cause. */
export async function reduceBoundary(run: Run, { from, to }: BoundaryNodes): Promise<ReducedModule | undefined> {
  const { why } = whyOf(run);
  const { history, base, last } = why.ground;
  const index = run.index(last);
  const side = (ids: readonly number[]): { readonly node: Expr; readonly end: EndAt } | undefined => {
    for (const shown of ids.flatMap((id) => index.exprOf(id) ?? [])) {
      const atBase = history.follow(last, base, shown);
      const node = atBase.find((e) => sortOf(e) === sortOf(shown)) ?? atBase.find((e) => calledOp(e) !== undefined) ?? atBase[0];
      const origins = node ? history.follow(base, 0, node).filter((e) => run.sourceOf(0, e) !== undefined) : [];
      const origin =
        node && (origins.find((e) => sortOf(e) === sortOf(node)) ?? origins.find((e) => calledOp(e) !== undefined) ?? origins[0]);
      const start = origin && run.sourceOf(0, origin)?.start;
      if (node && origin && start !== undefined) return { node, end: { place: start, sort: sortOf(origin), became: sortOf(node) } };
    }
    return undefined;
  };
  const [a, b] = [side(from), to && side(to)];
  if (!a || (to && !b)) return undefined;
  const cause = b ? why.across(a.node, b.node) : why.of(a.node);
  if (!cause) return undefined;
  const { text, target, customTargets, pipeline, optLevel, bindParameters } = run.request;
  const ground = await groundOfText({ text, target, customTargets, pipeline, optLevel, bindParameters });
  return reduced(ground, b ? [a.end, b.end] : [a.end], asking(cause.code));
}

async function groundOfText(spec: RunSpec): Promise<Ground> {
  return { ...groundFromText({ ...spec, pipeline: [] }, await wholeKit(), builtInSpecs()), spec };
}

/** Runs a text and looks at its sides. With a code: that of a boundary, which is asked for where the sides became several nodes. */
function asking(code: Cause["code"] | undefined): AskEnds {
  return async (spec, ends) => {
    const run = createRun({ epoch: 0, trace: true, ...spec });
    await run.start(
      () => {},
      () => false,
    );
    return answerOf(run, ends, code);
  };
}

function answerOf(run: Run, ends: readonly EndAt[], code: Cause["code"] | undefined): EndsAnswer | undefined {
  const { why } = whyOf(run);
  const { history, base } = why.ground;
  const [froms = [], tos] = ends.map((end) => nodesAt(run, end));
  const causes = tos
    ? froms.flatMap((from) => tos.map((to) => (code === undefined ? why.between(from, to) : why.across(from, to))))
    : froms.map((node) => why.of(node));
  const isKept = [froms, tos ?? []].every((nodes, i) => nodes.some((node) => sortOf(node) === ends[i]?.sort) || i >= ends.length);
  // Of nodes that still do their work one that is joined is enough; of what stands in their place, all have to be.
  const isJoined = code === undefined && isKept && causes.includes(undefined);
  const cause = isJoined ? undefined : (causes.find((found) => found && found.code === code) ?? causes.find((found) => found));
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
  return { cause: cause.code, named, starts };
}

/** A side in the text of a run; undefined where it is not there. */
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

/** What a side is where targets are chosen: the nodes of the sort asked for, else its calls. */
function nodesAt(run: Run, end: EndAt): readonly Expr[] {
  const { history, base } = whyOf(run).why.ground;
  const node = nodeAt(run, end);
  if (!node) return [];
  const all = history.follow(0, base, node);
  const same = all.filter((e) => sortOf(e) === (end.became ?? end.sort));
  return same.length > 0 ? same : all.filter((e) => calledOp(e) !== undefined);
}
