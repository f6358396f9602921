/** Changes of a target's pattern table that may help, from what MergeComposite decided about the nodes. */
import { calledOp, childrenOf, type Expr } from "@relayscope/ir";
import type { CompositeDecision, Decision } from "@relayscope/passes";
import { targetsOf } from "@relayscope/run";
import type { Edit } from "@relayscope/run/contract";
import { specOf } from "./applyEdit.ts";
import { decisionsAt, type TrialGround } from "./ground.ts";

/** How many later entries are tried before the one that took a node. */
const mostMoves = 8;

/** The decisions of MergeComposite on the ground's module, and its stage; found once a ground. */
export interface CompositeDecisions {
  readonly stage: number;
  readonly decisions: readonly CompositeDecision[];
  readonly targets: readonly string[];
}

/** Runs MergeComposite once more, with decisions. Undefined if it does not run in the pipeline. */
export function compositeDecisions(ground: TrialGround): CompositeDecisions | undefined {
  const { spec, stages } = ground;
  const at = spec.pipeline.findIndex((step) => step.pass === "MergeComposite" && !step.isOff);
  const step = spec.pipeline[at];
  if (!step || !stages[at]) return undefined;
  return { stage: at, decisions: decisionsAt(ground, at).filter(isComposite), targets: targetsOf(step.options, spec.target) };
}

function isComposite(decision: Decision): decision is CompositeDecision {
  return decision.kind === "composite";
}

/** Candidates for nodes of MergeComposite's input: checks overridden, entries moved up, taken out or given a target. */
export function patternCandidates(
  ground: TrialGround,
  known: CompositeDecisions | undefined,
  nodes: readonly Expr[],
  target: string,
): readonly (readonly Edit[])[] {
  if (!known) return [];
  const own = new Set(nodes);
  const inputs = new Set(nodes.flatMap((node) => childrenOf(node)));
  const edits = new Map<string, readonly Edit[]>();
  const add = (edit: Edit) => edits.set(JSON.stringify(edit), [edit]);
  const taken: Edit[] = [];
  for (const decision of known.decisions) {
    const isOwn = decision.nodes.some((n) => own.has(n));
    const isNear = isOwn || decision.nodes.some((n) => inputs.has(n) || childrenOf(n).some((input) => own.has(input)));
    if (!isNear) continue;
    const owner = known.targets.find((t) => specOf(ground.spec, t, ground.builtIn)?.patterns.some((p) => p.name === decision.pattern));
    if (owner === undefined) continue;
    if (isOwn && decision.outcome === "check-refused") add({ kind: "override-check", target: owner, pattern: decision.pattern });
    if (decision.outcome !== "merged") continue;
    const operators = operatorsOf(decision.nodes);
    for (const edit of movedUp(ground, owner, decision.pattern, operatorsOf(nodes), operators)) add(edit);
    if (!isOwn) continue;
    const renamed = namedFor(ground, decision.pattern, target);
    if (renamed) add({ kind: "rename-pattern", target: owner, pattern: decision.pattern, name: renamed });
    taken.push({ kind: "remove-pattern", target: owner, pattern: decision.pattern });
  }
  for (const edit of taken) add(edit);
  return [...edits.values()];
}

function operatorsOf(nodes: readonly Expr[]): readonly string[] {
  return nodes.flatMap((n) => calledOp(n) ?? []);
}

/**
 * Later entries with the nodes' operators and those of the entry that matched, moved before it; those with all of the
 * nodes' operators first.
 */
function movedUp(ground: TrialGround, target: string, taker: string, own: readonly string[], others: readonly string[]): readonly Edit[] {
  const patterns = specOf(ground.spec, target, ground.builtIn)?.patterns ?? [];
  const at = patterns.findIndex((p) => p.name === taker);
  const speaksOf = (pattern: string) => (operator: string) => pattern.includes(`"${operator}"`);
  const later = patterns.slice(at + 1).filter(({ pattern }) => own.some(speaksOf(pattern)) && others.some(speaksOf(pattern)));
  const best = later.filter(({ pattern }) => own.every(speaksOf(pattern)));
  return [...new Set([...best, ...later])]
    .slice(0, mostMoves)
    .map(({ name }) => ({ kind: "move-pattern", target, pattern: name, before: taker }));
}

/** A composite's name for a target, if it does not name a target that AnnotateTarget lists. */
function namedFor({ spec }: TrialGround, pattern: string, target: string): string | undefined {
  const annotate = spec.pipeline.find((step) => step.pass === "AnnotateTarget" && !step.isOff);
  const listed = annotate ? targetsOf(annotate.options, spec.target) : [];
  const dot = pattern.indexOf(".");
  if ((dot > 0 && listed.includes(pattern.slice(0, dot))) || target.includes(".")) return undefined;
  return `${target}.${dot > 0 ? pattern.slice(dot + 1) : pattern}`;
}
