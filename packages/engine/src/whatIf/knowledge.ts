/** What is known of a finished run, found once. */
import { wholeKit } from "../run/kit.ts";
import type { Run } from "../run/run.ts";
import { type Knowledge, knowledgeOf } from "./cures.ts";
import { builtInSpecs, type Ground } from "./ground.ts";

const known = new WeakMap<Run, Promise<Knowledge>>();

/** What is known of a finished run; found once. */
export function knowledgeFor(run: Run): Promise<Knowledge> {
  let found = known.get(run);
  if (!found) {
    found = groundFor(run).then(knowledgeOf);
    known.set(run, found);
  }
  return found;
}

/** A finished run as the ground of variants. */
export async function groundFor(run: Run): Promise<Ground> {
  const stages = run.stages.map(({ pass, module, lineage, read, errors, hasHoles, result: { status, reason } }) => ({
    pass,
    module,
    lineage,
    read,
    errors,
    hasHoles,
    status,
    reason,
  }));
  return { spec: run.request, stages, kit: await wholeKit(), builtIn: builtInSpecs() };
}
