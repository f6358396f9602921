/** A boundary, the facts about its run, and a change that is tried on it: a cure where the two sides then meet. */
import type { Expr } from "@relayscope/ir";
import { type StageRegions, stageRegions } from "@relayscope/regions";
import { targetsOf } from "@relayscope/run";
import type { Cure, Outcome, Replacement } from "@relayscope/run/contract";
import { findAgain, lastOf, type Tracer, tracerOf } from "./anchors.ts";
import { applyEdits } from "./applyEdit.ts";
import { editsLabel } from "./editLabel.ts";
import { type TrialGround, tryVariant, type Variant } from "./ground.ts";
import { outcomeOf } from "./outcome.ts";
import { type CompositeDecisions, compositeDecisions } from "./patternCandidates.ts";
import { failureOf, type Occasion } from "./pipelineCandidates.ts";
import { plainSpec } from "./plainSpec.ts";
import { type Unmerged, unmergedOf } from "./ruleSets.ts";
import type { Candidate } from "./textCandidates.ts";

/** Nodes of the last stage: two sides that are not in one region, or one that is in none. */
export interface TriedBoundary {
  readonly from: readonly Expr[];
  readonly to: readonly Expr[] | undefined;
  /** If its cause is known: its blockers before partitioning, and what the cause suggests. */
  readonly blockers?: readonly Expr[];
  readonly occasion?: Occasion;
  /** Whether rules are the likeliest to help, and tried first. */
  readonly wantsRules?: boolean;
}

/** Facts about a ground, found once for all of its boundaries. */
export interface Knowledge {
  readonly ground: TrialGround;
  readonly tracer: Tracer;
  readonly regions: StageRegions;
  readonly unmerged: Unmerged;
  readonly composites: CompositeDecisions | undefined;
  readonly before: Outcome;
}

/** Looks over a ground. */
export function knowledgeOf(ground: TrialGround): Knowledge {
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

/** Whether two sides meet in one region; for a single side, whether any of it is in one. */
export function isJoined({ offloadedTo }: StageRegions, from: readonly Expr[], to: readonly Expr[] | undefined): boolean {
  if (from.length === 0) return false;
  if (!to) return from.some((node) => offloadedTo(node) !== undefined);
  const regions = new Set(from.flatMap((node) => offloadedTo(node) ?? []));
  return to.some((node) => {
    const region = offloadedTo(node);
    return region !== undefined && regions.has(region);
  });
}

/** A cure with the places of the two sides in its run, as far as they meet. */
export interface FoundCure extends Cure {
  readonly variant: Variant;
  readonly from: readonly Expr[];
  readonly to: readonly Expr[] | undefined;
}

/**
 * A candidate's run, with the places of a boundary's two sides in it; undefined if it changes nothing or something
 * fails.
 */
export function withCandidate(known: Knowledge, { from, to }: TriedBoundary, candidate: Candidate) {
  const { ground, tracer } = known;
  const run = applyEdits(ground.spec, candidate.edits, ground.builtIn);
  if (run === ground.spec) return undefined;
  const variant = tryVariant(ground, run);
  if (failureOf(variant) !== "" || (variant.stages[0]?.errors ?? 0) > (ground.stages[0]?.errors ?? 0)) return undefined;
  const replacements = candidate.edits.flatMap((e): readonly Replacement[] => (e.kind === "text" ? e.replacements : []));
  const find = (nodes: readonly Expr[]) => findAgain(ground, tracer, variant, nodes, { replacements, moved: candidate.moved });
  return { run, variant, from: find(from), to: to && find(to) };
}

/** A tried candidate: a cure if the two sides then meet, and no pass fails. */
export function joinedBy(known: Knowledge, boundary: TriedBoundary, candidate: Candidate): FoundCure | undefined {
  const found = withCandidate(known, boundary, candidate);
  if (!found) return undefined;
  const { run, ...there } = found;
  const { module } = lastOf(there.variant.stages);
  const regions = stageRegions(module);
  if (!isJoined(regions, there.from, there.to)) return undefined;
  const isMet = (node: Expr, others: readonly Expr[]) => isJoined(regions, [node], others);
  return {
    edits: candidate.edits,
    label: editsLabel(candidate.edits, known.ground.spec.target),
    run: plainSpec(run),
    before: known.before,
    after: outcomeOf(module, ""),
    variant: there.variant,
    from: there.from.filter((node) => isMet(node, there.to ?? there.from)),
    to: there.to?.filter((node) => isMet(node, there.from)),
  };
}

/** The targets that may take a boundary's nodes: that of a region it touches, else those of the flow in their order. */
export function takers({ ground, regions }: Knowledge, { from, to }: TriedBoundary): readonly string[] {
  const { spec } = ground;
  const annotate = spec.pipeline.find((step) => step.pass === "AnnotateTarget" && !step.isOff);
  const listed = annotate ? targetsOf(annotate.options, spec.target) : [spec.target];
  const own = [...from, ...(to ?? [])].flatMap((n) => regions.offloadedTo(n)?.target ?? []);
  const ranked = [...new Set([...own, ...listed])].filter((t) => listed.includes(t));
  return to && own.length > 0 ? ranked.slice(0, 2) : ranked;
}
