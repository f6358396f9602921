/** Facts about a finished run, found once. */
import { keptIn } from "@relayscope/ir";
import { type Run, wholeKit } from "@relayscope/run";
import { type Knowledge, knowledgeOf } from "./boundary.ts";
import { builtInSpecs, type TrialGround, tryVariant } from "./ground.ts";

const known = new WeakMap<Run, Promise<Knowledge>>();

/** Facts about a finished run; cached. */
export function knowledgeFor(run: Run): Promise<Knowledge> {
  return keptIn(known, run, () => groundFor(run).then(knowledgeOf));
}

/** Whether a run's pipeline waits to be asked for. */
export function isOffered(run: Run): boolean {
  return run.stages.some(({ result }) => result.status === "offered");
}

/** A finished run as the ground of variants; one whose pipeline waits to be asked for is run for it. */
export async function groundFor(run: Run): Promise<TrialGround> {
  const stages = run.stages.map(({ result: { status, reason }, ...held }) => ({ ...held, status, reason }));
  const ground = { spec: run.request, stages, kit: await wholeKit(), builtIn: builtInSpecs() };
  return isOffered(run) ? { ...ground, stages: tryVariant({ ...ground, stages: stages.slice(0, 1) }, run.request).stages } : ground;
}
