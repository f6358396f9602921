/** A run as explanations read it: stages with their decisions and tables, and how nodes pass through them. */
import { type Follower, follower, type History, type Rerun, type RerunFailure, type StageView, type TargetView } from "@relayscope/explain";
import { operators } from "@relayscope/ops";
import type { GivenOptions, StepResult } from "@relayscope/passes";
import { builtInInfo } from "./builtInTargets.ts";
import type { HeldStage, Run } from "./run.ts";
import { targetsOf } from "./targets.ts";

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

/** The inputs of a stage's pass. */
function stepView(run: Run, stage: number): Pick<StageView, "options" | "table" | "targets"> {
  const step = run.stepOf(stage);
  const options = step?.options ?? {};
  return { options, table: step?.tables.patterns ?? [], targets: targetViews(run, stage, options) };
}

/** The targets that a pass annotates for. Vitis AI's target has its operators as an option. */
function targetViews(run: Run, stage: number, options: GivenOptions): readonly TargetView[] {
  const { target, pipeline } = run.request;
  switch (pipeline[stage - 1]?.pass) {
    case "AnnotateTarget":
      return targetsOf(options, target).flatMap((name) => run.targets().find(name) ?? []);
    case "VitisAIAnnotationPass": {
      const { operators: taken } = options;
      const rules = Object.fromEntries((Array.isArray(taken) ? taken : []).map((name) => [String(name), () => true]));
      return [{ name: "vitis_ai", rules, askedRules: {}, table: [] }];
    }
    default:
      return [];
  }
}

function historyOver(
  run: Run,
  stages: readonly StageView[],
  { follow, order }: Follower = run.follower,
  numbers = stages.map((_, at) => at),
): History {
  const reruns = new Map<string, Rerun | RerunFailure | undefined>();
  const rerun = (wanted: readonly number[], forced: readonly number[]) => {
    const key = `${wanted.join()} ${forced.join()}`;
    if (!reruns.has(key)) reruns.set(key, rerunOf(run, stages, numbers, wanted, new Set(forced)));
    return reruns.get(key);
  };
  return {
    stages,
    isWhole: stages.length > run.request.pipeline.length,
    isUpstreamFlow: isUpstreamFlow(run),
    operators,
    follow,
    order,
    rerun(wanted, forced) {
      const again = rerun(wanted, forced);
      return again && "history" in again ? again : undefined;
    },
    partitionedAgain() {
      const all = stages.flatMap(({ status }, stage) => (stage === 0 || status === "off" ? [] : [stage]));
      return rerun(all, all);
    },
  };
}

function isUpstreamFlow({ request: { target, customTargets, pipeline } }: Run): boolean {
  if (customTargets.some(({ name }) => name === target)) return false;
  const flow = builtInInfo(target)?.pipeline;
  return flow?.length === pipeline.length && flow.every(({ pass }, i) => pass === pipeline[i]?.pass);
}

/**
 * The stages in another order, some of them run though they were not. `numbers` are those that the run itself has for
 * them.
 */
function rerunOf(
  run: Run,
  stages: readonly StageView[],
  numbers: readonly number[],
  wanted: readonly number[],
  forced: ReadonlySet<number>,
): Rerun | RerunFailure | undefined {
  const again: StageView[] = stages.slice(0, 1);
  let shared = 0;
  for (const stage of wanted) {
    const before = again.at(-1);
    const view = stages[stage];
    if (!before || !view) return undefined;
    const isRun = forced.has(stage) || view.status === "done" || view.status === "unchanged";
    if (shared === again.length - 1 && stage === again.length && !forced.has(stage)) {
      shared = stage;
      again.push(view);
      continue;
    }
    const result: StepResult | undefined = isRun ? run.runAgain(numbers[stage] ?? stage, before.module) : undefined;
    if (isRun && !result) return undefined;
    if (result?.status === "failed") return { pass: view.pass, reason: result.reason };
    again.push(
      result
        ? { ...view, status: result.status, reason: "", module: result.module, lineage: result.lineage, decisions: result.decisions }
        : { ...view, module: before.module },
    );
  }
  const history = historyOver(run, again, follower(again), [0, ...wanted.map((stage) => numbers[stage] ?? stage)]);
  return { history, shared };
}
