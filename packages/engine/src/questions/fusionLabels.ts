/**
 * Fused groups as pictures label them: before FuseOps the groups it is about to make, after it the functions it made.
 */
import type { FusionGroup, FusionLabel } from "@relayscope/graph";
import { calledOp, type Expr, type Func } from "@relayscope/ir";
import type { Decision, FusionDecision } from "@relayscope/passes";
import { follow, type Run } from "@relayscope/run";

/**
 * The groups that the stage after `stage` fused; empty if it is another pass. Calls of functions, which do not join
 * groups, are left out.
 */
export function fusionGroups(run: Run, stage: number): readonly FusionGroup[] {
  return fusions(run.stages[stage + 1]?.decisions ?? [])
    .filter((decision) => decision.nodes.some((node) => calledOp(node) !== undefined))
    .map((decision) => ({ ...labelOf(decision), nodes: decision.nodes }));
}

/** The notes of FuseOps on a primitive function of a stage at or after it. */
export function fusedLabels(run: Run, stage: number): (fused: Func) => FusionLabel | undefined {
  let at = stage;
  while (at > 0 && fusions(run.stages[at]?.decisions ?? []).length === 0) at--;
  if (at === 0) return () => undefined;
  const byNode = new Map<Expr, FusionDecision>();
  for (const decision of fusions(run.stages[at]?.decisions ?? [])) for (const node of decision.nodes) byNode.set(node, decision);
  const before = run.index(at - 1);
  return (fused) => {
    for (const id of follow(run, stage, at - 1, [run.index(stage).idOf(fused)])) {
      const node = before.exprOf(id);
      const decision = node && byNode.get(node);
      if (decision) return labelOf(decision);
    }
    return undefined;
  };
}

function fusions(decisions: readonly Decision[]): readonly FusionDecision[] {
  return decisions.filter((decision) => decision.kind === "fusion");
}

function labelOf({ groupKind, cutBy }: FusionDecision): FusionLabel {
  return { kind: groupKind.replaceAll("_", "-"), detail: cutBy.length > 0 ? "cut by stop_fusion" : "" };
}
