/** Why there are boundaries, in the ids of a stage. */
import { type Boundary, type Cause, nothingOffloaded, rankedCauses, remarksOf } from "@relayscope/explain";
import { type DrawableGraph, wholeRegions } from "@relayscope/graph";
import { type Expr, emptyModule, keptIn, nameOf } from "@relayscope/ir";
import { regionNumbers, type StageRegion, stageRegions } from "@relayscope/regions";
import { followNode, hasRun, type Run, whyOf } from "@relayscope/run";
import type {
  BoundaryAnswer,
  BoundaryPlace,
  BoundaryRegion,
  CauseAnswer,
  HeldCausesAnswer,
  NodeReference,
  WhyAnswer,
  WhyBetweenAnswer,
} from "@relayscope/run/contract";
import { fullGraph } from "./drawStage.ts";

/** Every boundary of the run's last stage; nodes have their ids at `stage`. */
export function whyAnswer(run: Run, stage: number): WhyAnswer {
  const { why, text } = whyOf(run);
  const boundaries = why.boundaries();
  return {
    boundaries: boundaries.map(boundaryAnswers(run, stage)),
    lines: rankedCauses(boundaries),
    unknown: boundaries.filter((b) => b.cause.code === "unknown").length,
    nothing: nothingOffloaded(why)[0]?.answer ?? "",
    remarks: remarksOf(why).map(({ calls, ...remark }) => ({
      ...remark,
      nodes: [...new Set(calls.flatMap((call) => followNode(run, why.ground.base, stage, call)?.id ?? []))],
      lines: [...new Set(calls.flatMap((call) => text.linesOf(call)))].sort((a, b) => a - b),
    })),
    stage: lastStageRun(run, why.ground.last),
  };
}

/** The last stage up to `last` whose pass ran. The stages after it have the same module. */
function lastStageRun(run: Run, last: number): number {
  let stage = last;
  while (stage > 0 && !hasRun(run.stages[stage]?.result ?? { status: "done" })) stage--;
  return stage;
}

/**
 * The role of a boundary for one of its regions, as a rank. 0: the region ends and another begins; 1: it begins after
 * another; 2: it ends; 3: it begins.
 */
export function roleOf({ kind, fromRegion }: Pick<BoundaryAnswer, "kind" | "fromRegion">, region: number): number {
  return (kind === "between" ? 0 : 2) + (fromRegion?.place === region ? 0 : 1);
}

/**
 * The boundaries at a place of a stage: for a region all of its own, in the order of `roleOf`; for two nodes, or the
 * value from one to the other, the one between them. Empty if there is none, as between nodes of one region.
 */
export function boundariesAt(run: Run, stage: number, place: BoundaryPlace): readonly BoundaryAnswer[] {
  const { why } = whyOf(run);
  if (place.kind === "held") return boundariesOfHeld(run, stage, place.nodes);
  if (place.kind === "region") {
    const isSide = (region: BoundaryAnswer["fromRegion"]) => region?.place === place.region;
    const own = why
      .boundaries()
      .map(boundaryAnswers(run, stage))
      .filter(({ fromRegion, toRegion }) => isSide(fromRegion) !== isSide(toRegion));
    return own.sort((a, b) => roleOf(a, place.region) - roleOf(b, place.region));
  }
  const found = boundaryAt(run, stage, place);
  return found ? [found].map(boundaryAnswers(run, stage)) : [];
}

/** The boundaries at nodes of a stage, those that the nodes cause, and those of regions that consist of these nodes. */
function boundariesOfHeld(run: Run, stage: number, ids: readonly number[]): readonly BoundaryAnswer[] {
  const graph = fullGraph(run, stage);
  const regions = wholeRegions(graph, ids);
  const held = withComposites(graph, ids);
  const isOf = (region: BoundaryRegion | undefined) => region?.place !== undefined && regions.has(region.place);
  return whyOf(run)
    .why.boundaries()
    .map(boundaryAnswers(run, stage))
    .filter(
      ({ from, to, fromRegion, toRegion, crossings, cause }) =>
        isOf(fromRegion) ||
        isOf(toRegion) ||
        [from, to, ...cause.blockers].some(({ id }) => held.has(id)) ||
        crossings.some((crossing) => held.has(crossing.from) || held.has(crossing.to)),
    );
}

/** Nodes of a stage, by their ids, with the calls of the composites around them: boundaries are at these. */
function withComposites({ nodes, frames }: DrawableGraph, ids: readonly number[]): ReadonlySet<number> {
  const held = new Set(ids);
  for (const { id, frame } of nodes) {
    if (!held.has(id)) continue;
    for (let around = frames[frame]; around?.kind === "composite"; around = frames[around.parent]) {
      if (around.node !== undefined) held.add(around.node);
    }
  }
  return held;
}

/** The boundaries of the regions that nodes of a stage are in at the last one; those between two regions first. */
export function boundariesAround(run: Run, stage: number, ids: readonly number[]): readonly BoundaryAnswer[] {
  const { why } = whyOf(run);
  const { offloadedTo } = stageRegions(run.stages[why.ground.last]?.module ?? emptyModule);
  const regions = new Set(ids.flatMap((id) => atLast(run, stage, id)).flatMap((node) => offloadedTo(node) ?? []));
  const own = why.boundaries().filter(({ fromRegion: a, toRegion: b }) => (a && regions.has(a)) || (b && regions.has(b)));
  return own.sort((a, b) => Number(b.kind === "between") - Number(a.kind === "between")).map(boundaryAnswers(run, stage));
}

/**
 * The boundary between two nodes of a stage, or where one passes its value to the other; undefined if there is none.
 */
function boundaryAt(run: Run, stage: number, { kind, from, to }: Extract<BoundaryPlace, { kind: "edge" | "nodes" }>): Boundary | undefined {
  const { why } = whyOf(run);
  const [made, taken] = [atLast(run, stage, from), atLast(run, stage, to)];
  const found = why.boundaryOfLast(made, taken) ?? (kind === "nodes" ? why.boundaryOfLast(taken, made) : undefined);
  if (found) return found;
  const [a, b] = [atBase(run, stage, from), atBase(run, stage, to)];
  // If one of two nodes feeds the other, the question is about the value between them.
  if (!a || !b) return undefined;
  const handed = kind === "edge" || why.ground.usersOf(a).includes(b) ? why.boundaryAt(a, b) : undefined;
  return handed ?? (kind === "nodes" ? why.boundaryBetween(a, b) : undefined);
}

/** A boundary in the ids and region names of a stage. References that were made are kept for the next. */
function boundaryAnswers(run: Run, stage: number): (boundary: Boundary) => BoundaryAnswer {
  const { why, composites } = whyOf(run);
  const { base, last } = why.ground;
  const answers = new Map<Cause, CauseAnswer>();
  const references = new Map<Expr, NodeReference | undefined>();
  const answerOf = (cause: Cause): CauseAnswer => {
    return keptIn(answers, cause, () => causeAnswer(run, stage, cause, references));
  };
  const regionAnswer = regionAnswers(run, stage, last);
  // A region is named by its composites on both sides, although of one side the operator inside may be the node.
  const sideOf = (lastNode: Expr, baseNode: Expr): NodeReference => {
    const found = followNode(run, last, stage, lastNode);
    // If a region is only a tuple, the last stage has only its function's inputs. Then the region is named after the
    // tuple.
    const own = lastNode.kind === "Var" && baseNode.kind !== "Var" ? nameOf(baseNode) : undefined;
    if (found) return { ...found, label: composites.get(lastNode) ?? own ?? found.label };
    return followNode(run, base, stage, baseNode) ?? { id: 0, label: nameOf(baseNode) };
  };
  return ({ kind, bytes, cause, crossings, ...own }) => {
    const [from, to] = [sideOf(own.made, own.from), sideOf(own.taken, own.to)];
    return {
      kind,
      from,
      to,
      fromRegion: own.fromRegion && regionAnswer(own.fromRegion, from.id),
      toRegion: own.toRegion && regionAnswer(own.toRegion, to.id),
      bytes,
      crossings: crossings.map((crossing) => ({
        from: sideOf(crossing.made, crossing.from).id,
        to: sideOf(crossing.taken, crossing.to).id,
      })),
      cause: answerOf(cause),
    };
  };
}

/**
 * Why two nodes of a stage are separate, or one is in no region; undefined if the stage has no such nodes for which
 * targets were chosen.
 */
export function whyBetween(run: Run, stage: number, from: number, to?: number): WhyBetweenAnswer | undefined {
  const { why } = whyOf(run);
  const a = atBase(run, stage, from);
  if (to === undefined) {
    const cause = a && why.of(a);
    return a && { isJoined: cause === undefined, cause: cause && causeAnswer(run, stage, cause), isCurable: !isValue(a) };
  }
  const cause = boundaryAt(run, stage, { kind: "nodes", from, to })?.cause;
  if (!cause && (!a || !atBase(run, stage, to))) return undefined;
  return { isJoined: cause === undefined, cause: cause && causeAnswer(run, stage, cause), isCurable: true };
}

/** The most calls of a card to examine for the cause. */
const mostHeld = 200;

/** Why the calls among nodes of a stage, as a card holds them, are in no region: each cause once. */
export function heldCauses(run: Run, stage: number, ids: readonly number[]): HeldCausesAnswer {
  const index = run.index(stage);
  const calls = ids.flatMap((id) => {
    const node = index.exprOf(id);
    return node?.kind === "Call" ? [{ id, label: nameOf(node) }] : [];
  });
  const asked = calls.slice(0, mostHeld);
  const found = new Map<string, { readonly cause: CauseAnswer; readonly nodes: NodeReference[] }>();
  for (const node of asked) {
    const cause = whyBetween(run, stage, node.id)?.cause;
    if (!cause) continue;
    const known = found.get(cause.sentence);
    if (known) known.nodes.push(node);
    else found.set(cause.sentence, { cause, nodes: [node] });
  }
  const causes = [...found.values()].sort((a, b) => b.nodes.length - a.nodes.length);
  return { causes, calls: calls.length, asked: asked.length };
}

/** Whether a node is a variable or a constant: regions contain one only together with a call. */
function isValue({ kind }: Expr): boolean {
  return kind === "Var" || kind === "Constant";
}

/** The results of a node of a stage at the last one. */
function atLast(run: Run, stage: number, id: number): readonly Expr[] {
  const expr = run.index(stage).exprOf(id);
  const { history, last } = whyOf(run).why.ground;
  return expr ? history.follow(stage, last, expr) : [];
}

function atBase(run: Run, stage: number, id: number): Expr | undefined {
  const expr = run.index(stage).exprOf(id);
  if (!expr) return undefined;
  const { why } = whyOf(run);
  const found = why.ground.history.follow(stage, why.ground.base, expr);
  return found.find((e) => nameOf(e) === nameOf(expr)) ?? found[0];
}

/** `known` caches references, since many causes contain the same nodes. */
function causeAnswer(run: Run, stage: number, cause: Cause, known = new Map<Expr, NodeReference | undefined>()): CauseAnswer {
  const { text } = whyOf(run);
  const { code, sentence, evidence, notes, also, target, pass, pattern } = cause;
  const refer = (nodes: readonly Expr[]) =>
    nodes.flatMap((node) => {
      if (!known.has(node)) known.set(node, followNode(run, cause.stage, stage, node));
      return known.get(node) ?? [];
    });
  const linesOf = (nodes: readonly Expr[]) => nodes.flatMap((node) => text.linesOf(node));
  return {
    code,
    sentence,
    evidence,
    notes,
    also,
    target,
    blockers: refer(cause.blockers),
    path: refer(cause.path),
    details: cause.details.map(({ node, operator = "", attribute = "", found = "", wanted = "" }) => ({
      node: node && followNode(run, cause.stage, stage, node)?.id,
      operator,
      attribute,
      found,
      wanted,
    })),
    lines: [...new Set(linesOf(cause.blockers))].sort((a, b) => a - b),
    ...(pattern === undefined ? {} : { pattern }),
    ...(pass === undefined ? {} : { pass }),
  };
}

/** By id: a node's region at a stage; for a node that is in none there, its region at the last one, without a place. */
export function regionsOfNodes(run: Run, stage: number): (id: number) => BoundaryRegion | undefined {
  const { last } = whyOf(run).why.ground;
  const [here, end] = [stage, last].map((at) => stageRegions(run.stages[at]?.module ?? emptyModule));
  const answerOf = regionAnswers(run, stage, last);
  const index = run.index(stage);
  return (id) => {
    const node = index.exprOf(id);
    const own = node && (here?.offloadedTo(node) ?? atLast(run, stage, id).flatMap((e) => end?.offloadedTo(e) ?? [])[0]);
    return own && answerOf(own, id);
  };
}

/** How the picture of a stage names a region of the last stage, by a node of it at that stage. */
function regionAnswers(run: Run, stage: number, last: number): (region: StageRegion, id: number) => BoundaryRegion {
  const namesAt = (at: number) => {
    const found = stageRegions(run.stages[at]?.module ?? emptyModule);
    const numbers = regionNumbers(found.regions);
    const nameOfRegion = ({ index, target }: StageRegion) => (numbers[index] === undefined ? target : `${target} ${numbers[index]}`);
    return { found, nameOfRegion };
  };
  const here = namesAt(stage);
  const end = stage === last ? here : namesAt(last);
  const index = run.index(stage);
  return (region, id) => {
    const node = index.exprOf(id);
    const own = node && here.found.offloadedTo(node);
    return own ? { place: own.index, name: here.nameOfRegion(own) } : { place: undefined, name: end.nameOfRegion(region) };
  };
}
