/** What a random module is put through: the passes on regions, in likely and unlikely orders. */
import type { Random } from "../random.ts";
import type { CasePass, PlanStep } from "../reference.ts";
import { operatorNames, targets } from "./annotatedModules.ts";

/** A row of steps; each starts from the reference's text of the one before it. */
export function randomPlan(r: Random, isAnnotated: boolean): readonly PlanStep[] {
  const steps: PlanStep[] = [];
  if (!isAnnotated || r.chance(0.5)) steps.push(annotating(r));
  if (r.chance(0.3)) steps.push(annotating(r));
  if (r.chance(0.75)) steps.push({ passes: [{ name: "MergeCompilerRegions" }] });
  if (r.chance(0.2)) steps.push(annotating(r));
  if (r.chance(0.2)) steps.push({ passes: [{ name: "MergeCompilerRegions" }] });
  steps.push({ passes: [partitioning(r)] });
  if (r.chance(0.3)) steps.push({ passes: [afterwards(r)] });
  if (r.chance(0.15)) steps.push(annotating(r), { passes: [partitioning(r)] });
  return steps;
}

function annotating(r: Random): PlanStep {
  const chosen = targets.filter(() => r.chance(0.55));
  const list = chosen.length > 0 ? chosen : [targets[0]];
  const rules = Object.fromEntries(
    list.map((t) => [t, Object.fromEntries(operatorNames.filter(() => r.chance(0.45)).map((o) => [o, true]))]),
  );
  const options = { targets: [...list], ...(r.chance(0.3) ? { include_non_call_ops: false } : {}) };
  return { passes: [{ name: "AnnotateTarget", options }], rules };
}

function partitioning(r: Random): CasePass {
  const options = {
    ...(r.chance(0.3) ? { bind_constants: false } : {}),
    ...(r.chance(0.3) ? { mod_name: r.pick(["", "m", "a.b-c"]) } : {}),
  };
  return { name: "PartitionGraph", options };
}

function afterwards(r: Random): CasePass {
  const name = r.pick([
    "MarkCompilerFunctionsAsExtern",
    "RemoveUnusedFunctions",
    "OutlineCompilerFunctionsWithExistingGlobalSymbols",
    "Inline",
  ]);
  return { name };
}
