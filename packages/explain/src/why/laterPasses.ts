/** Causes that other passes are: one that gave a region back, and one that was skipped and would have made the difference. */
import { calledOp, type Expr } from "@relayscope/ir";
import { stageRegions } from "@relayscope/regions";
import type { History } from "../history.ts";
import { nameOf } from "../names.ts";
import { alsoOf, type Cause } from "./cause.ts";
import { type Ground, isSameWork } from "./ground.ts";

/** A target took it, and at the end it is in no region: a pass after it gave the region back. */
export function pruned(ground: Ground, unit: Expr): Cause | undefined {
  const { history, annotate, base, last } = ground;
  const decision = ground.decisionOf(unit);
  if (!decision || decision.target === "default" || annotate === undefined) return undefined;
  let held = base;
  for (let stage = annotate; stage <= last; stage++) if (ground.regionAt(stage, unit)) held = stage;
  const by = history.stages.findIndex((view, at) => at > Math.max(held, annotate) && view.status === "done");
  const view = history.stages[by];
  if (!view) return undefined;
  const then = new Set(history.follow(base, by - 1, unit));
  const rule = view.decisions.find((d) => d.kind === "prune" && d.nodes.some((n) => then.has(n)));
  const why = rule?.kind === "prune" ? `: ${rule.reason}` : "";
  return {
    code: "pruned",
    sentence: `\`${decision.target}\` took \`${nameOf(unit)}\`, and \`${view.pass}\` gave its region back to the host${why}.`,
    also: [],
    stage: base,
    blockers: ground.callsOf(unit),
    path: [],
    details: [],
    target: decision.target,
    pass: view.pass,
  };
}

/** The cause of a refusal: a pass that was skipped before it, if with that pass run the node is in a region. Else the refusal. */
export function afterSkippedPass(ground: Ground, unit: Expr, refusal: Cause): Cause {
  const { history, annotate = 0, base } = ground;
  for (const [stage, view] of history.stages.entries()) {
    if (stage === 0 || stage >= annotate || view.status !== "skipped") continue;
    const then = history.withStageRun(stage);
    if (!then) continue;
    const before = history.follow(base, stage - 1, unit);
    if (!before.some((e) => isSameWork(unit, e)) || !isTaken(then, stage - 1, before)) continue;
    return {
      ...refusal,
      code: "pass-skipped",
      sentence: `\`${view.pass}\` ${view.reason}, so it was skipped; had it run, \`${nameOf(unit)}\` would be in a region. As it is: ${refusal.sentence}`,
      also: alsoOf("pass-skipped", [refusal.code], refusal.also),
      pass: view.pass,
    };
  }
  return refusal;
}

/** Whether what nodes of a stage became is in a region at the end of a run. */
function isTaken(history: History, stage: number, nodes: readonly Expr[]): boolean {
  const last = history.stages.length - 1;
  const module = history.stages[last]?.module;
  if (!module) return false;
  const regions = stageRegions(module);
  return nodes.some((node) => {
    const became = history.follow(stage, last, node).filter((e) => calledOp(e) !== undefined);
    const same = became.filter((e) => isSameWork(node, e));
    return same.length > 0 ? same.some((e) => regions.offloadedTo(e)) : became.length > 0 && became.every((e) => regions.offloadedTo(e));
  });
}
