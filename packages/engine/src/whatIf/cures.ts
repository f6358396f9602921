/**
 * Cures for a boundary. Candidates come from what the run gives occasion for; each is tried on the module at hand, and offered only where the two
 * nodes are in one region afterwards (a node alone: where it is in one), and no pass fails. Sets of rules are made as small as they may be.
 */
import { type Expr, emptyModule, type Module, moduleOrder } from "@relayscope/ir";
import { type StageRegions, stageRegions } from "@relayscope/regions";
import type { Cure, Edit, Outcome, Replacement, RunSpec } from "../contract/index.ts";
import { targetsOf } from "../run/targets.ts";
import { findAgain, lastOf, type Moved, type Tracer, tracerOf } from "./anchors.ts";
import { applyEdits } from "./applyEdit.ts";
import { editsLabel } from "./editLabel.ts";
import { type Ground, tryVariant, type Variant } from "./ground.ts";
import { outcomeOf } from "./outcome.ts";
import { type CompositeDecisions, compositeDecisions, patternCandidates } from "./patternCandidates.ts";
import { failureOf, pipelineCandidates } from "./pipelineCandidates.ts";
import { between, commonConsumers, takingAll, type Unmerged, unmergedOf, usersOfModule } from "./ruleSets.ts";
import { type Candidate, textCandidates } from "./textCandidates.ts";

/** Nodes of the last stage: two sides that are not in one region, or one that is in none. */
export interface Boundary {
  readonly from: readonly Expr[];
  readonly to: readonly Expr[] | undefined;
}

/** What is known of a ground, found once for all of its boundaries. */
export interface Knowledge {
  readonly ground: Ground;
  readonly tracer: Tracer;
  readonly regions: StageRegions;
  readonly unmerged: Unmerged;
  readonly composites: CompositeDecisions | undefined;
  readonly before: Outcome;
}

/** Looks over a ground. */
export function knowledgeOf(ground: Ground): Knowledge {
  const tracer = tracerOf(ground.stages);
  const { module } = lastOf(ground.stages);
  const regions = stageRegions(module);
  return {
    ground,
    tracer,
    regions,
    unmerged: unmergedOf(ground, tracer, regions),
    composites: compositeDecisions(ground),
    before: outcomeOf(module, failureOf(ground)),
  };
}

/** Whether two sides meet in one region; a side alone: whether any of it is in one. */
export function isJoined({ offloadedTo }: StageRegions, from: readonly Expr[], to: readonly Expr[] | undefined): boolean {
  if (from.length === 0) return false;
  if (!to) return from.some((node) => offloadedTo(node) !== undefined);
  const regions = new Set(from.flatMap((node) => offloadedTo(node) ?? []));
  return to.some((node) => {
    const region = offloadedTo(node);
    return region !== undefined && regions.has(region);
  });
}

/** A cure with where the two sides are in its run. */
export interface FoundCure extends Cure {
  readonly variant: Variant;
  readonly from: readonly Expr[];
  readonly to: readonly Expr[] | undefined;
}

/** How many cures are enough. */
const enough = 6;
const enoughPairs = 2;
/** How many common consumers of two siblings are looked at. */
const mostConsumers = 4;

/** Cures of a boundary, as they are found. Stops with each try, so that the caller may take a breath; undefined is a try that did not join. */
export function* cures(known: Knowledge, boundary: Boundary): Generator<FoundCure | undefined, void> {
  const tried = new Set<string>();
  const found: Candidate[] = [];
  const attempt = (candidate: Candidate): FoundCure | undefined => {
    const key = JSON.stringify(candidate.edits);
    if (candidate.edits.length === 0 || tried.has(key)) return undefined;
    tried.add(key);
    return joinedBy(known, boundary, candidate);
  };
  const single = singleCandidates(known, boundary);
  const groups = ruleGroups(known, boundary);
  for (const candidate of single) {
    const cure = attempt(candidate);
    yield cure;
    if (cure) found.push(candidate);
    if (found.length >= enough) return;
  }
  for (const edits of groups) {
    let cure = attempt({ edits });
    yield undefined;
    if (!cure) continue;
    for (const edit of edits) {
      if (cure.edits.length < 2) break;
      const smaller = attempt({ edits: cure.edits.filter((e) => e !== edit) });
      yield undefined;
      if (smaller) cure = smaller;
    }
    found.push({ edits: cure.edits });
    yield cure;
    if (found.length >= enough) return;
  }
  if (found.length > 0) return;
  yield* pairs(known, single, groups, attempt);
}

/** Cures that take two changes: a set of rules with what the run gives occasion for once it has them, then two other changes. Stops at the first few. */
function* pairs(
  { ground }: Knowledge,
  single: readonly Candidate[],
  groups: readonly (readonly Edit[])[],
  attempt: (candidate: Candidate) => FoundCure | undefined,
): Generator<FoundCure | undefined, void> {
  let found = 0;
  const both = function* (a: readonly Edit[], b: Candidate) {
    const cure = attempt({ ...b, edits: [...a, ...b.edits] });
    if (cure) found++;
    yield cure;
  };
  const order = moduleOrder(ground.stages[0]?.module ?? emptyModule);
  for (const edits of groups) {
    const { spec, stages } = tryVariant(ground, applyEdits(ground.spec, edits, ground.builtIn));
    const further = pipelineCandidates({ ...ground, spec, stages }, order, spec.target).map((more): Candidate => ({ edits: more }));
    for (const other of [...further, ...single]) if (found < enoughPairs) yield* both(edits, other);
  }
  const rest = single.filter((c) => c.edits.every((e) => e.kind !== "text" && e.kind !== "add-pass" && e.kind !== "remove-pass"));
  for (const [i, a] of rest.entries()) for (const b of single.slice(i + 1)) if (found < enoughPairs) yield* both(a.edits, b);
}

function joinedBy(known: Knowledge, { from, to }: Boundary, candidate: Candidate): FoundCure | undefined {
  const { ground, tracer, before } = known;
  const run = applyEdits(ground.spec, candidate.edits, ground.builtIn);
  if (run === ground.spec) return undefined;
  const variant = tryVariant(ground, run);
  const failure = failureOf(variant);
  if (failure !== "" || (variant.stages[0]?.errors ?? 0) > (ground.stages[0]?.errors ?? 0)) return undefined;
  const replacements = candidate.edits.flatMap((e): readonly Replacement[] => (e.kind === "text" ? e.replacements : []));
  const find = (nodes: readonly Expr[], moved: readonly Moved[]) => findAgain(ground, tracer, variant, nodes, replacements, moved);
  const { module } = lastOf(variant.stages);
  const there = { from: find(from, []), to: to && find(to, candidate.moved ?? []) };
  if (!isJoined(stageRegions(module), there.from, there.to)) return undefined;
  return {
    edits: candidate.edits,
    label: editsLabel(candidate.edits, ground.spec.target),
    run: plain(run),
    before,
    after: outcomeOf(module, failure),
    variant,
    ...there,
  };
}

function plain({ text, target, customTargets, pipeline, optLevel, bindParameters }: RunSpec): RunSpec {
  return { text, target, customTargets, pipeline, optLevel, bindParameters };
}

/** The targets that may take a boundary's nodes: that of a region it touches, else those of the flow in their order. */
function takers({ ground, regions }: Knowledge, { from, to }: Boundary): readonly string[] {
  const { spec } = ground;
  const annotate = spec.pipeline.find((step) => step.pass === "AnnotateTarget" && !step.isOff);
  const listed = annotate ? targetsOf(annotate.options, spec.target) : [spec.target];
  const own = [...from, ...(to ?? [])].flatMap((n) => regions.offloadedTo(n)?.target ?? []);
  const ranked = [...new Set([...own, ...listed])].filter((t) => listed.includes(t));
  return to && own.length > 0 ? ranked.slice(0, 2) : ranked;
}

/** The sets of nodes that one target would have to take, likeliest first. */
function stretchesOf({ unmerged, tracer }: Knowledge, { from, to }: Boundary): readonly ReadonlySet<Expr>[] {
  const at = (nodes: readonly Expr[]) => [...new Set(nodes.flatMap((n) => unmergedOrigins(unmerged, tracer, n)))];
  const [start, end] = [at(from), to && at(to)];
  if (!end) return [new Set(start)];
  const down = between(unmerged, start, end);
  if (down.size > 0) return [down];
  const up = between(unmerged, end, start);
  if (up.size > 0) return [up];
  return commonConsumers(unmerged, start, end, mostConsumers).map(
    (c) => new Set([...between(unmerged, start, [c]), ...between(unmerged, end, [c])]),
  );
}

function unmergedOrigins({ stage }: Unmerged, tracer: Tracer, node: Expr): readonly Expr[] {
  const origins = tracer.back(node, stage);
  const calls = origins.filter((o) => o.kind === node.kind && (o.kind !== "Call" || node.kind !== "Call" || isSameCallee(o, node)));
  return calls.length > 0 ? calls : origins;
}

function isSameCallee(a: Expr & { kind: "Call" }, b: Expr & { kind: "Call" }): boolean {
  return a.op.kind === "Op" && b.op.kind === "Op" ? a.op.name === b.op.name : a.op.kind === b.op.kind;
}

function ruleGroups(known: Knowledge, boundary: Boundary): readonly (readonly Edit[])[] {
  const groups: (readonly Edit[])[] = [];
  for (const target of takers(known, boundary)) {
    for (const nodes of stretchesOf(known, boundary)) {
      const edits = takingAll(known.ground, known.unmerged, nodes, target);
      if (edits.length > 0) groups.push(edits);
    }
  }
  return groups;
}

function singleCandidates(known: Knowledge, boundary: Boundary): readonly Candidate[] {
  const { ground, tracer } = known;
  const [input] = ground.stages;
  if (!input) return [];
  const nodes = [...boundary.from, ...(boundary.to ?? [])];
  const [target = ground.spec.target] = takers(known, boundary);
  const read = input.read ?? input.module;
  const order = moduleOrder(read);
  const near = nearInText(known, boundary, read);
  return [
    ...patternCandidates(ground, known.composites, tracer, nodes, target).map((edits) => ({ edits })),
    ...pipelineCandidates(ground, order, target).map((edits) => ({ edits })),
    ...textCandidates({ text: ground.spec.text, module: read, order, near, target }),
  ];
}

/** What the text has at and between the two sides. */
function nearInText({ tracer }: Knowledge, { from, to }: Boundary, module: Module): ReadonlySet<Expr> {
  const at = (nodes: readonly Expr[]) => [...new Set(nodes.flatMap((n) => tracer.back(n, -1)))];
  const ends = at([...from, ...(to ?? [])]);
  if (!to) return new Set(ends);
  const users = usersOfModule(module);
  return new Set([...ends, ...between({ users }, at(from), at(to)), ...between({ users }, at(to), at(from))]);
}
