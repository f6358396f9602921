/** The page in the terms of lessons. */
import type { Guess, LessonDocument, OpenDialog, Seen } from "@relayscope/lessons";
import { type PageState, shownStage } from "../state/model.ts";
import type { Page } from "../state/page.ts";

const documentKeys = ["text", "target", "customTargets", "pipeline", "optLevel", "bindParameters"] as const;

export function documentOf({ document }: PageState): LessonDocument {
  const { text, target, customTargets, pipeline, optLevel, bindParameters } = document;
  return { text, target, customTargets, pipeline, optLevel, bindParameters };
}

/** The open dialog of the page, in the terms of lessons. */
export function dialogOf({ dialog, modelFile }: PageState): OpenDialog | undefined {
  if (dialog === "model") return modelFile && { kind: "model", file: modelFile.file.name, sizes: modelFile.sizes };
  return dialog === "compare" ? { kind: "compare" } : undefined;
}

/** Whether two documents are equal for a lesson. */
export const isSame = (a: LessonDocument, b: LessonDocument) => documentKeys.every((key) => a[key] === b[key]);

interface Given {
  readonly answer: number | undefined;
  readonly guess: Guess | undefined;
  /** What *Show me* did; empty while the learner does the step. */
  readonly shown: string;
}

/** What goals are judged on. */
export function seenOf({ store, engine }: Page, { answer, guess, shown }: Given): Seen {
  const state = store.getState();
  const { run, view, play } = state;
  return {
    engine,
    epoch: run.epoch,
    document: documentOf(state),
    stages: run.stages,
    problems: run.problems,
    stage: shownStage(state),
    selection: view.selection,
    pair: state.selectedPair,
    region: state.selectedRegion,
    inside: play?.stage,
    decision: play,
    dialog: dialogOf(state),
    answer,
    guess,
    isShown: shown !== "",
  };
}

/** Everything that the verdict on a step depends on, as text. */
export function keyOf(
  { run, view, document, ...state }: PageState,
  { at, answer, guess }: Omit<Given, "shown"> & { readonly at: number },
  dialog: OpenDialog | undefined,
): string {
  const { selectedPair, selectedRegion, play } = state;
  const shown = dialog?.kind === "model" ? [dialog.file, ...dialog.sizes] : dialog?.kind;
  // The page goes to a step before it shows the step.
  const step = [play?.stage, play?.at, play?.state, [...(play?.nodes ?? [])]];
  return JSON.stringify([
    at,
    run.epoch,
    shownStage({ view, document }),
    view.selection,
    selectedPair,
    selectedRegion,
    step,
    shown,
    answer,
    guess,
  ]);
}
