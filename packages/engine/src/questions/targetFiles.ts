/** The definitions in a target's Python files. */
import { readTargetFiles } from "@relayscope/run";
import type { FileSpec, TargetFilesAnswer } from "@relayscope/run/contract";
import type { Asked } from "./question.ts";

/**
 * Their name, entries, rules and own flow, or why they define no target. The flow is recorded on the input of the run
 * of an epoch, if one is given.
 */
export async function targetFiles({ working, runOf }: Asked, spec: FileSpec, epoch?: number): Promise<TargetFilesAnswer> {
  const input = epoch === undefined ? undefined : await runOf(epoch).stage(0);
  working();
  return readTargetFiles(spec, input?.start);
}
