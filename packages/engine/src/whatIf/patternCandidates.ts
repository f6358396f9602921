/** Changes of a target's pattern table that may help, from what MergeComposite decided about the nodes. */
import { calledOp, type Expr } from "@relayscope/ir";
import type { CompositeDecision, Decision } from "@relayscope/passes";
import type { Edit } from "../contract/index.ts";
import { targetsOf } from "../run/targets.ts";
import type { Tracer } from "./anchors.ts";
import { decisionsAt, type Ground } from "./ground.ts";

/** How many later entries are tried before the one that took a node. */
const mostMoves = 8;

/** What MergeComposite decides on the ground's module, and the stage that it runs on; asked once a ground. */
export interface CompositeDecisions {
  readonly stage: number;
  readonly decisions: readonly CompositeDecision[];
  readonly targets: readonly string[];
}

/** Runs MergeComposite once more, with decisions. Undefined where the pipeline has none that runs. */
export function compositeDecisions(ground: Ground): CompositeDecisions | undefined {
  const { spec, stages } = ground;
  const at = spec.pipeline.findIndex((step) => step.pass === "MergeComposite" && !step.isOff);
  const step = spec.pipeline[at];
  if (!step || !stages[at]) return undefined;
  return { stage: at, decisions: decisionsAt(ground, at).filter(isComposite), targets: targetsOf(step.options, spec.target) };
}

function isComposite(decision: Decision): decision is CompositeDecision {
  return decision.kind === "composite";
}

/** Candidates for nodes of the last stage: checks overridden, entries moved up, names given a target. */
export function patternCandidates(
  ground: Ground,
  known: CompositeDecisions | undefined,
  tracer: Tracer,
  nodes: readonly Expr[],
  target: string,
): readonly (readonly Edit[])[] {
  if (!known) return [];
  const origins = nodes.flatMap((node) => {
    const sort = calledOp(node);
    return tracer.back(node, known.stage).filter((o) => calledOp(o) === sort);
  });
  const about = known.decisions.filter((d) => origins.some((o) => d.nodes.includes(o)));
  const edits = new Map<string, readonly Edit[]>();
  const add = (edit: Edit) => edits.set(JSON.stringify(edit), [edit]);
  for (const decision of about) {
    const owner = known.targets.find((t) => specOf(ground, t)?.patterns.some((p) => p.name === decision.pattern));
    if (owner === undefined) continue;
    if (decision.outcome === "check-refused") add({ kind: "override-check", target: owner, pattern: decision.pattern });
    if (decision.outcome !== "merged") continue;
    for (const edit of movedUp(ground, owner, decision.pattern, nodes)) add(edit);
    const renamed = namedFor(ground, decision.pattern, target);
    if (renamed) add({ kind: "rename-pattern", target: owner, pattern: decision.pattern, name: renamed });
  }
  return [...edits.values()];
}

function specOf({ spec, builtIn }: Ground, name: string) {
  return spec.customTargets.find((t) => t.name === name) ?? builtIn(name);
}

/** Later entries that speak of the nodes' operators, moved before the one that took a node. */
function movedUp(ground: Ground, target: string, taker: string, nodes: readonly Expr[]): readonly Edit[] {
  const patterns = specOf(ground, target)?.patterns ?? [];
  const at = patterns.findIndex((p) => p.name === taker);
  const operators = nodes.flatMap((n) => calledOp(n) ?? []);
  return patterns
    .slice(at + 1)
    .filter(({ pattern }) => operators.every((op) => pattern.includes(`"${op}"`)))
    .slice(0, mostMoves)
    .map(({ name }) => ({ kind: "move-pattern", target, pattern: name, before: taker }));
}

/** A composite's name for a target, where it names no target that AnnotateTarget lists. */
function namedFor({ spec }: Ground, pattern: string, target: string): string | undefined {
  const annotate = spec.pipeline.find((step) => step.pass === "AnnotateTarget" && !step.isOff);
  const listed = annotate ? targetsOf(annotate.options, spec.target) : [];
  const dot = pattern.indexOf(".");
  if ((dot > 0 && listed.includes(pattern.slice(0, dot))) || target.includes(".")) return undefined;
  return `${target}.${dot > 0 ? pattern.slice(dot + 1) : pattern}`;
}
