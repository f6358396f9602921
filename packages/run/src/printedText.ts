/** What the reference prints for a module of a run. Loaded with the first question about a text. */
import { emptyModule, keptIn, type Module } from "@relayscope/ir";
import { type Place, printModuleWithPlaces } from "@relayscope/text";
import type { Run } from "./run.ts";

interface PrintedText {
  readonly text: string;
  readonly places: readonly Place[];
}

/** Printed once for all questions, and for the stages that left a module as it was. */
const printed = new WeakMap<Module, PrintedText>();

/** The text of a stage, with the places of its nodes; of an empty module if the run has no such stage. */
export function printedText({ stages }: Run, stage: number): PrintedText {
  return keptIn(printed, stages[stage]?.module ?? emptyModule, printModuleWithPlaces);
}
