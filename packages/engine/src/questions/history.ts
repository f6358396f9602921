/** A run as explanations read it: stages with their decisions and tables, and how nodes pass through them. */
import { follower, type History, type StageView, type TargetView } from "@relayscope/explain";
import { operators } from "@relayscope/ops";
import type { GivenOptions, StepResult } from "@relayscope/passes";
import type { HeldStage, Run } from "../run/run.ts";
import { targetsOf } from "../run/targets.ts";

const histories = new WeakMap<Run, { readonly stages: number; readonly history: History }>();

/** The run's history as far as it has come. Kept with the run. */
export function historyOf(run: Run): History {
  const known = histories.get(run);
  if (known?.stages === run.stages.length) return known.history;
  const history = historyOver(
    run,
    run.stages.map((held, stage) => viewOf(run, stage, held)),
  );
  histories.set(run, { stages: run.stages.length, history });
  return history;
}

function viewOf(run: Run, stage: number, held: HeldStage): StageView {
  const { pass, result, module, lineage, decisions } = held;
  return { ...stepView(run, stage), pass, status: result.status, reason: result.reason, module, lineage, decisions };
}

/** What a stage's pass was asked with. */
function stepView(run: Run, stage: number): Pick<StageView, "options" | "table" | "targets"> {
  const step = run.stepOf(stage);
  const options = step?.options ?? {};
  return { options, table: step?.tables.patterns ?? [], targets: targetViews(run, stage, options) };
}

/** The targets that a pass annotates for. That of Vitis AI has its operators as an option. */
function targetViews(run: Run, stage: number, options: GivenOptions): readonly TargetView[] {
  const { target, pipeline } = run.request;
  switch (pipeline[stage - 1]?.pass) {
    case "AnnotateTarget":
      return targetsOf(options, target).flatMap((name) => run.targets().find(name) ?? []);
    case "VitisAIAnnotationPass": {
      const { operators: taken } = options;
      const rules = Object.fromEntries((Array.isArray(taken) ? taken : []).map((name) => [String(name), () => true]));
      return [{ name: "vitis_ai", rules, askedRules: {} }];
    }
    default:
      return [];
  }
}

function historyOver(run: Run, stages: readonly StageView[]): History {
  const { follow, order } = follower(stages);
  const retried = new Map<number, History | undefined>();
  return {
    stages,
    isWhole: stages.length > run.request.pipeline.length,
    operators,
    follow,
    order,
    withStageRun(stage) {
      if (!retried.has(stage)) retried.set(stage, runWith(run, stages, stage));
      return retried.get(stage);
    },
  };
}

/** The stages with one of them run though it was skipped; those after it run as before. */
function runWith(run: Run, stages: readonly StageView[], stage: number): History | undefined {
  const again: StageView[] = stages.slice(0, stage);
  for (let at = stage; at < stages.length; at++) {
    const before = again[at - 1];
    const view = stages[at];
    if (!before || !view) return undefined;
    const isRun = at === stage || view.status === "done" || view.status === "unchanged";
    const result: StepResult | undefined = isRun ? run.runAgain(at, before.module) : undefined;
    if (isRun && (!result || result.status === "failed")) return undefined;
    again.push(
      result
        ? { ...view, status: result.status, reason: "", module: result.module, lineage: result.lineage, decisions: result.decisions }
        : { ...view, module: before.module },
    );
  }
  return historyOver(run, again);
}
