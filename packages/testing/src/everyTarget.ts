/** A text through the flow of every built-in target: what a paste must survive. */
import { createEngine, type Problem, type StageResult } from "@relayscope/engine";
import { operators } from "@relayscope/ops";
import { hasChanged } from "@relayscope/text";
import { stagesOf } from "./stagesOf.ts";

/** One target's run: its stages, and what was said. */
export interface TargetRun {
  readonly target: string;
  readonly stages: readonly StageResult[];
  readonly problems: readonly Problem[];
  /** The stages that stopped the flow or were stopped by it, as sentences; empty where the run ended well. */
  readonly stopped: readonly string[];
  /** The input's text as the run sees it. */
  readonly input: string;
}

/** Runs a text under each target that the catalog lists, or under those named. */
export async function throughEveryTarget(text: string, only?: readonly string[]): Promise<readonly TargetRun[]> {
  const engine = createEngine();
  const { targets } = await engine.catalog();
  const runs: TargetRun[] = [];
  let epoch = 0;
  for (const info of targets) {
    if (only && !only.includes(info.name)) continue;
    epoch++;
    const { name: target, pipeline, optLevel, bindsParameters: bindParameters } = info;
    const events = await stagesOf(engine, { epoch, text, target, pipeline, optLevel, bindParameters, trace: true });
    const [stages, problems] = [events.map(({ result }) => result), events.flatMap((event) => event.problems)];
    const stopped = stages.flatMap((s) => (isStopped(s) ? [`${s.pass} ${s.status}: ${s.reason}`] : []));
    if (stages.length !== info.pipeline.length + 1) stopped.push("not all stages came");
    runs.push({ target: info.name, stages, problems, stopped, input: (await engine.text(epoch, 0)).text });
  }
  engine.dispose();
  return runs;
}

/** A step above the context's level is skipped in the reference, too. */
function isStopped({ status, reason }: StageResult): boolean {
  return status === "failed" || status === "not-built" || (status === "skipped" && reason.endsWith("failed before it"));
}

/**
 * Operators that are in a text as whole calls and nowhere in the module read from it. Those that have another name by
 * now are not looked for.
 */
export function lostOperators(text: string, input: string): readonly string[] {
  const standing = new Set([...text.matchAll(/(?<![\w.@%])(?:dyn\.)?([a-z_][\w.]*)\((?=[^\n]*\))/g)].map((m) => m[1] ?? ""));
  const kept = new Set([...input.matchAll(/(?<![\w.@%])(?:dyn\.)?([a-z_][\w.]*)\(/g)].map((m) => m[1] ?? ""));
  return [...standing].filter((name) => operators.get(name) !== undefined && !kept.has(name) && !hasChanged(name));
}
