/**
 * Why two nodes are apart in a variant: its stages as explanations read them, with the decisions of the passes of
 * partitioning.
 */
import { type Cause, follower, type StageView, whyOf } from "@relayscope/explain";
import type { Expr } from "@relayscope/ir";
import { operators } from "@relayscope/ops";
import { resolveStep, targetFinder, targetsOf } from "@relayscope/run";
import { decisionsAt, type TrialGround } from "./ground.ts";

const deciding = new Set(["MergeComposite", "AnnotateTarget", "MergeCompilerRegions"]);

/**
 * The cause for nodes of a ground's last stage, with nodes of the stage that its targets were chosen on; undefined if a
 * pass failed, or they are not separate.
 */
export function whyApart(ground: TrialGround, from: readonly Expr[], to: readonly Expr[]): Cause | undefined {
  const { stages, spec, kit } = ground;
  if (stages.some((stage) => stage.status === "failed")) return undefined;
  const finder = targetFinder(spec.customTargets, kit, stages[0]?.start);
  const views = stages.map(({ pass, status, reason, module, lineage }, at): StageView => {
    const step = spec.pipeline[at - 1];
    const resolved = step && resolveStep(step, spec.target, finder, stages[0]?.start);
    const { options = {}, tables } = resolved ?? {};
    return {
      pass,
      status,
      reason,
      module,
      lineage,
      options,
      table: tables?.patterns ?? [],
      decisions: deciding.has(pass) ? decisionsAt(ground, at - 1) : [],
      targets: pass === "AnnotateTarget" ? targetsOf(options, spec.target).flatMap((name) => finder.find(name) ?? []) : [],
    };
  });
  const none = () => undefined;
  const history = {
    stages: views,
    isWhole: true,
    isUpstreamFlow: false,
    operators,
    ...follower(views),
    rerun: none,
    partitionedAgain: none,
  };
  const why = whyOf(history);
  const { base, last } = why.ground;
  const atBase = (nodes: readonly Expr[]) => nodes.flatMap((node) => history.follow(last, base, node))[0];
  const [a, b] = [atBase(from), atBase(to)];
  return a && b ? why.between(a, b) : undefined;
}
