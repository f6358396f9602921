/** The definitions in a target's Python files, and the module that a script builds. */
import { readScript, readTargetFiles } from "@relayscope/run";
import type { FileSpec, ScriptAnswer, TargetFile, TargetFilesAnswer } from "@relayscope/run/contract";
import { plainValues } from "../models/plainValues.ts";
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

/** What the first of the files builds, with the values that the page takes. */
export function script({ working }: Asked, files: readonly TargetFile[]): ScriptAnswer {
  working();
  const { built, ...rest } = readScript(files);
  if (!built) return rest;
  const { values, left } = plainValues(built.values);
  return { ...rest, built: { text: built.text, values, left: built.left + left } };
}
