/** The module that a Python script builds. */
import { readScript } from "@relayscope/run";
import type { ScriptAnswer, TargetFile } from "@relayscope/run/contract";
import { plainValues } from "../models/plainValues.ts";
import type { Asked } from "./question.ts";

/** What the first of the files builds, with the values that the page takes. */
export async function scriptAnswer({ working }: Asked, files: readonly TargetFile[]): Promise<ScriptAnswer> {
  working();
  const { built, ...rest } = readScript(files);
  return built ? { ...rest, built: { ...built, ...plainValues(built.values) } } : rest;
}
