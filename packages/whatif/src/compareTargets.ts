/** A module through the flows of all targets, one line each: the document's own first, then the built-in ones. */
import { builtInInfos } from "@relayscope/run";
import type { RunSpec, TargetLine } from "@relayscope/run/contract";
import { lastOf } from "./anchors.ts";
import { groundFromText, type TrialGround, tryInSteps } from "./ground.ts";
import { outcomeOf } from "./outcome.ts";
import { failureOf } from "./pipelineCandidates.ts";
import { plainSpec } from "./plainSpec.ts";

/**
 * Reports the present run of a target of the document's own. Runs each built-in target's own flow, at its own level,
 * and reports the outcome. Yields undefined meanwhile. The text is read once, or twice if some flows bind parameters.
 */
export function* compareTargets(ground: TrialGround): Generator<TargetLine | undefined, void> {
  const { spec, kit, builtIn } = ground;
  if (spec.customTargets.some(({ name }) => name === spec.target)) {
    const outcome = outcomeOf(lastOf(ground.stages).module, failureOf(ground));
    yield { target: spec.target, isOwn: true, title: "", run: plainSpec(spec), outcome, ms: 0 };
  }
  const readings = new Map<boolean, TrialGround>([[spec.bindParameters, ground]]);
  for (const { name, title, pipeline, optLevel, bindsParameters, spec: own } of builtInInfos()) {
    // A target whose patterns and operators its user has to fill in takes nothing.
    if (!own.files && own.patterns.length + own.operators.length === 0 && pipeline.some((step) => step.pass === "AnnotateTarget")) continue;
    let reading = readings.get(bindsParameters);
    if (!reading) {
      reading = groundFromText({ ...spec, bindParameters: bindsParameters, pipeline: [] }, kit, builtIn);
      readings.set(bindsParameters, reading);
      yield undefined;
    }
    const run: RunSpec = { text: spec.text, target: name, customTargets: [], pipeline, optLevel, bindParameters: bindsParameters };
    const begin = performance.now();
    const { stages } = yield* tryInSteps({ ...reading, spec: { ...reading.spec, optLevel } }, run);
    const failure = failureOf({ stages });
    yield { target: name, isOwn: false, title, run, outcome: outcomeOf(lastOf(stages).module, failure), ms: performance.now() - begin };
  }
}
