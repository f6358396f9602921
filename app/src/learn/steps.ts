/** How a step begins, and whether it was tried. */
import {
  isAboutDocument,
  isAboutPlace,
  isActing,
  type Lesson,
  type OpenDialog,
  type Seen,
  type Start,
  type Step,
} from "@relayscope/lessons";
import { inspectorTabOf } from "./openPanel.ts";
import { isSame } from "./pageSeen.ts";

/** The look of the picture at a step: the last earlier step that sets it decides. */
export function lookOf({ setup, steps }: Lesson, at: number) {
  const setups = [setup, ...steps.slice(0, at + 1).map((s) => s.setup)];
  const mode = setups.findLast((s) => s.view !== undefined)?.view;
  const panes = setups.findLast((s) => s.panes !== undefined)?.panes;
  const open = setups.findLast((s) => s.open !== undefined)?.open;
  return { open, ...(mode ? { mode } : {}), ...(panes ? { panes } : {}) };
}

/** Whether a step ends with a selection that the tab *Selection* explains, and opens no other tab of the inspector. */
export function asksForSelection(lesson: Lesson, at: number): boolean {
  const goals = lesson.steps[at]?.goals ?? [];
  const tab = inspectorTabOf(lookOf(lesson, at).open);
  return goals.some(({ kind }) => kind === "selected" || kind === "selected-thing") && (tab === undefined || tab === "selection");
}

/** Whether a step of a lesson is over: done, or read if there is nothing to do in it. `at` is the current step. */
export function isOver(steps: readonly Step[], i: number, at: number, done: ReadonlySet<number>): boolean {
  const step = steps[i];
  return done.has(i) || (step !== undefined && !isActing(step) && i < at);
}

/** Whether the learner did something that concerns the step's goals. */
export function wasTried(step: Step, start: Start, { document, stage, selection, inside, dialog, answer, guess }: Seen): boolean {
  if (step.choices.length > 0) return answer !== undefined;
  if (step.prediction) return guess !== undefined;
  const hasLooked = stage !== start.stage || selection !== undefined || inside !== undefined || isTurned(dialog, start.dialog);
  return (isAboutDocument(step) && !isSame(document, start.document)) || (isAboutPlace(step) && hasLooked);
}

/** Whether another dialog is open than at the step's start, or it has another size. */
function isTurned(dialog: OpenDialog | undefined, before: OpenDialog | undefined): boolean {
  if (dialog?.kind !== before?.kind) return true;
  if (dialog?.kind !== "model" || before?.kind !== "model") return false;
  return dialog.file !== before.file || [...before.sizes].some(([key, size]) => dialog.sizes.get(key) !== size);
}
