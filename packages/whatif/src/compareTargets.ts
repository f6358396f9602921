/** A module through the flows of all targets, one line each: the run on the page, then what choosing a target runs. */
import { standardFlow } from "@relayscope/passes";
import { builtInInfo, builtInInfos, readTargetFiles } from "@relayscope/run";
import type { RunSpec, TargetLine, TargetSpec } from "@relayscope/run/contract";
import { lastOf } from "./anchors.ts";
import { groundFromText, type TrialGround, tryInSteps } from "./ground.ts";
import { outcomeOf } from "./outcome.ts";
import { failureOf } from "./pipelineCandidates.ts";
import { plainSpec } from "./plainSpec.ts";

/**
 * Reports the present run. Then runs the flow of each target of the document and of each built-in one, at its own
 * level, and reports the outcome; a flow that is the present run is left out. Yields undefined meanwhile. The text is
 * read once, or twice if some flows bind parameters.
 */
export function* compareTargets(ground: TrialGround): Generator<TargetLine | undefined, void> {
  const { spec, kit, builtIn } = ground;
  const inUse = outcomeOf(lastOf(ground.stages).module, failureOf(ground));
  yield { target: spec.target, isInUse: true, title: "", run: plainSpec(spec), outcome: inUse, ms: 0 };
  const readings = new Map<boolean, TrialGround>([[spec.bindParameters, ground]]);
  for (const { title, run } of chosenRuns(ground)) {
    const { bindParameters } = run;
    if (isRun(spec, run)) continue;
    let reading = readings.get(bindParameters);
    if (!reading) {
      reading = groundFromText({ ...spec, bindParameters, pipeline: [] }, kit, builtIn);
      readings.set(bindParameters, reading);
      yield undefined;
    }
    const begin = performance.now();
    const { stages } = yield* tryInSteps(reading, run);
    const outcome = outcomeOf(lastOf(stages).module, failureOf({ stages }));
    yield { target: run.target, isInUse: false, title, run, outcome, ms: performance.now() - begin };
  }
}

/** Whether a target that is chosen runs as the page does now. */
function isRun(spec: RunSpec, run: RunSpec): boolean {
  const said = ({ target, pipeline, optLevel, bindParameters }: RunSpec) => JSON.stringify([target, pipeline, optLevel, bindParameters]);
  return said(spec) === said(run);
}

/** What choosing a target runs: each of the document, then each built-in one. */
function* chosenRuns(ground: TrialGround): Generator<{ readonly title: string; readonly run: RunSpec }, void> {
  const { text, customTargets } = ground.spec;
  for (const own of customTargets) yield { title: "", run: { text, target: own.name, customTargets, ...flowOfOwn(ground, own) } };
  for (const { name, title, pipeline, optLevel, bindsParameters, spec: own } of builtInInfos()) {
    if (customTargets.some((other) => other.name === name)) continue;
    // A target whose patterns and operators its user has to fill in takes nothing.
    if (!own.files && own.patterns.length + own.operators.length === 0 && pipeline.some((step) => step.pass === "AnnotateTarget")) continue;
    yield { title, run: { text, target: name, customTargets: [], pipeline, optLevel, bindParameters: bindsParameters } };
  }
}

/** The flow of the target's files, or that of the built-in target of its name, or the standard one. */
function flowOfOwn({ spec, stages }: TrialGround, own: TargetSpec): Pick<RunSpec, "pipeline" | "optLevel" | "bindParameters"> {
  const flow = own.files ? readTargetFiles(own, stages[0]?.start).flow : undefined;
  const known = own.files ? undefined : builtInInfo(own.name);
  const { pipeline, optLevel, bindsParameters } = (flow?.problem === undefined ? flow : undefined) ??
    known ?? {
      pipeline: standardFlow.map((pass) => ({ pass, options: {} })),
      optLevel: spec.optLevel,
      bindsParameters: spec.bindParameters,
    };
  return { pipeline, optLevel, bindParameters: bindsParameters };
}
