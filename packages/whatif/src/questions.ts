/** What-if questions about a run: nodes by their numbers, answers as plain data. */
import { blamedIn, rankedCauses } from "@relayscope/explain";
import { calledOp, type Expr, isCallOf, moduleOrder } from "@relayscope/ir";
import { type Run, whyOf } from "@relayscope/run";
import type { BoundaryNodes, CauseGain, Cure, CurePart, ReducedModule, SearchPart, TargetLine } from "@relayscope/run/contract";
import { lastOf, sortOf } from "./anchors.ts";
import { bestChanges } from "./bestChange.ts";
import { isJoined, type Knowledge } from "./boundary.ts";
import { throughScopes } from "./boundaryCandidates.ts";
import { causeOfSides, withCause } from "./causeSides.ts";
import { compareTargets } from "./compareTargets.ts";
import { cures } from "./cures.ts";
import { groundFor, isOffered, knowledgeFor } from "./knowledge.ts";
import { neededOf } from "./needed.ts";
import { reduceBoundary } from "./reduceCase.ts";
import { setAnswer, withFoundSet } from "./setAnswer.ts";

/** The set of operators that makes two sides one, and the cures of their boundary, one by one. */
export async function curesOf(run: Run, { from, to }: BoundaryNodes): Promise<Generator<CurePart | undefined, void>> {
  const knowledge = await knowledgeFor(run);
  const index = run.index(run.stages.length - 1);
  const shown = (ids: readonly number[]) => ids.flatMap((id) => index.exprOf(id) ?? []);
  const sides = { from: shown(from), to: to && shown(to) };
  if (isOffered(run))
    return answerParts(
      cures(knowledge, { from: atTheEnd(knowledge, sides.from), to: sides.to && atTheEnd(knowledge, sides.to) }),
      undefined,
    );
  const wanted = pastStops(whyOf(run).why.boundaries(), sides);
  const boundary = withCause(run, knowledge, wanted, causeOfSides(run, sides.from, sides.to));
  const isApart = boundary.to !== undefined && !isJoined(knowledge.regions, boundary.from, boundary.to);
  return answerParts(cures(knowledge, boundary), isApart ? setAnswer(run, knowledge, boundary) : undefined);
}

/**
 * Cures one by one. The set of operators comes before them, and again after them if its own search reached a limit and
 * they improve it.
 */
function* answerParts(
  found: ReturnType<typeof cures>,
  search: ReturnType<typeof setAnswer> | undefined,
): Generator<CurePart | undefined, void> {
  const set = search && (yield* search);
  if (set) yield { kind: "set", set };
  let smallest: Cure | undefined;
  for (const cure of plainCures(found)) {
    yield cure && { kind: "cure", cure };
    const isSet = cure?.edits.every((edit) => edit.kind === "add-rule" || edit.kind === "override-rule") ?? false;
    if (cure && isSet && (!smallest || cure.edits.length < smallest.edits.length)) smallest = cure;
  }
  if (set?.kind === "limit" && smallest) yield { kind: "set", set: withFoundSet(set, smallest) };
}

interface Sides {
  readonly from: readonly Expr[];
  readonly to: readonly Expr[] | undefined;
}

/** If one side is a `stop_fusion`, the node after it replaces it: these two should be joined, with it or without it. */
function pastStops(boundaries: readonly { readonly made: Expr; readonly taken: Expr }[], sides: Sides): Sides {
  const { from, to } = sides;
  const isStop = (nodes: readonly Expr[]) => nodes.length > 0 && nodes.every((e) => isCallOf(e, "annotation.stop_fusion"));
  const [first, second] = [isStop(from), to === undefined || isStop(to)];
  if (!first && (to === undefined || !second)) return sides;
  const stops = new Set(first ? from : to);
  const above = first ? boundaries.flatMap(({ made, taken }) => (stops.has(taken) ? made : [])) : from;
  const below = second ? boundaries.flatMap(({ made, taken }) => (stops.has(made) ? taken : [])) : (to ?? []);
  return above.length > 0 && below.length > 0 ? { from: above, to: below } : sides;
}

/** The results of nodes of a text in the last stage of its flow. */
function atTheEnd({ ground, tracer }: Knowledge, nodes: readonly Expr[]): readonly Expr[] {
  const wanted = new Set(nodes);
  const sorts = new Set(nodes.map(sortOf));
  return moduleOrder(lastOf(ground.stages).module).filter((e) => sorts.has(sortOf(e)) && tracer.back(e, 0).some((o) => wanted.has(o)));
}

/** How many causes are looked at. */
const mostCauses = 12;

/** The best change against each of the costliest causes. */
export async function causeGainsOf(run: Run): Promise<Generator<CauseGain | undefined, void>> {
  return causeGains(run, await knowledgeFor(run));
}

function* causeGains(run: Run, known: Knowledge): Generator<CauseGain | undefined, void> {
  if (isOffered(run)) return;
  const boundaries = whyOf(run).why.boundaries();
  for (const [line, { boundaries: own }] of rankedCauses(boundaries).slice(0, mostCauses).entries()) {
    const boundary = boundaries[own[0] ?? -1];
    if (!boundary) continue;
    const sides = pastStops(boundaries, { from: [boundary.made], to: [boundary.taken] });
    const blamed = new Set(own.flatMap((place) => boundaries[place]?.cause ?? []).flatMap((cause) => blamedIn(cause).map(calledOp)));
    const othersOf = (cure: Cure) => takenBy(cure).filter((operator) => !blamed.has(operator));
    const asked = withCause(run, known, sides, boundary.cause);
    const tried: TriedCure[] = [];
    for (const cure of plainCures(cures(known, asked))) {
      if (cure) tried.push({ cure, others: othersOf(cure) });
      yield undefined;
    }
    let best: Cure | undefined;
    for (const { cure } of tried.sort(byGain)) {
      const needed = yield* neededOf(known, throughScopes(known, asked), cure);
      if (!needed) continue;
      best = plainCure(needed);
      break;
    }
    yield { line, best, others: best ? othersOf(best) : [] };
  }
}

interface TriedCure {
  readonly cure: Cure;
  /** Operators that the cure adds to a target although its cause does not need them. */
  readonly others: readonly string[];
}

/** The operators that a change adds to targets. */
function takenBy({ edits }: Cure): readonly string[] {
  return edits.flatMap((edit) => (edit.kind === "add-rule" || edit.kind === "override-rule" ? edit.operator : []));
}

/** Compares cures: first by making nothing worse, then by affecting only its cause, then by the effect. */
function byGain({ cure: a, others }: TriedCure, { cure: b, others: than }: TriedCure): number {
  return (
    Number(isWorse(a)) - Number(isWorse(b)) ||
    others.length - than.length ||
    a.after.regions - b.after.regions ||
    a.after.bytes - b.after.bytes ||
    b.after.offloaded - a.after.offloaded
  );
}

function isWorse({ before, after }: Cure): boolean {
  return after.regions > before.regions || after.bytes > before.bytes || after.offloaded < before.offloaded;
}

/** The best changes for the whole module, size by size. */
export async function bestChangesOf(run: Run): Promise<Generator<SearchPart | undefined, void>> {
  return bestChanges(await knowledgeFor(run));
}

/** The run's text through every built-in target's flow. */
export async function targetLinesOf(run: Run): Promise<Generator<TargetLine | undefined, void>> {
  return compareTargets(await groundFor(run));
}

/** The smallest module that still has a boundary of the last stage. */
export async function reduceAt(run: Run, _stage: number, sides: BoundaryNodes): Promise<ReducedModule | undefined> {
  return reduceBoundary(run, sides);
}

function* plainCures(found: ReturnType<typeof cures>): Generator<Cure | undefined, void> {
  for (const cure of found) yield cure && plainCure(cure);
}

function plainCure({ edits, label, run, before, after }: Cure): Cure {
  return { edits, label, run, before, after };
}
