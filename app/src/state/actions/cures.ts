/** Applies changes of a run that the engine has tried: cures, and reduced modules. */
import type { BoundaryNodes, Cure } from "@relayscope/engine";
import { editSentences } from "../../inspector/whatIf/editSentence.ts";
import { appliedChanges, cameTo, isSameDocument } from "../changes.ts";
import {
  type AppliedChange,
  initialView,
  isOffered,
  isPipelineAskedFor,
  lastStage,
  type NoticeAction,
  type PageDocument,
  settingsOf,
} from "../model.ts";
import type { ActionContext } from "./context.ts";
import { newDocument, stepFrom, wholeOf, withoutSettings } from "./newDocument.ts";

/** Applies what the engine tried to the document. */
export function cureActions({ getState, setState, notify, engine, runner, viewports }: ActionContext, offerUndo: () => NoticeAction) {
  /**
   * Applies a tried change as one step of undo, whatever it touches of text, pipeline and target. During a run it does
   * nothing, as the document is no longer the one that the change was tried on.
   */
  function applyChange({ edits, run, before, after }: Cure): void {
    const { text, ...settings } = run;
    const { document, changes, run: current, view } = getState();
    if (current.status === "running") return;
    const applied = appliedChanges({ changes, document });
    const changed: PageDocument = { ...document, ...settingsOf(settings), partitionsAgain: isPipelineAskedFor(getState()), text };
    // The second press of a double click may come after the run of the first.
    if (isSameDocument(changed, document)) return;
    setState((state) => ({
      ...stepFrom(state, text === document.text ? settingsOf(document) : wholeOf(state)),
      ...withoutSettings(state),
      document: changed,
      // The regions that the text has are on the shown stage, and those of the change are not.
      ...(isOffered(getState()) ? { view: { ...view, stage: lastStage } } : {}),
      changes: [...applied, { edits, before, after, from: document, document: changed }],
    }));
    runner.start();
    const said = `${editSentences(edits).join("; ")}. ${cameTo(before, after) ?? "The counts are as before."}`;
    notify({ id: "applied", tone: "info", text: said, action: offerUndo() });
  }

  /** Undoes a change and those that were made after it, as one step of undo. */
  function takeBack(change: AppliedChange): void {
    const { from } = change;
    const { document, run } = getState();
    if (!from || run.status === "running") return;
    setState((state) => ({
      ...stepFrom(state, from.text === document.text ? settingsOf(document) : wholeOf(state)),
      ...withoutSettings(state),
      document: from,
    }));
    runner.start();
  }

  /** Opens the smallest module that still has a boundary of the last stage, as a new document. */
  async function reduce(boundary: BoundaryNodes): Promise<void> {
    const { run, document } = getState();
    const reduced = await engine.reduce(run.epoch, document.pipeline.length, boundary).catch(() => undefined);
    if (getState().run.epoch !== run.epoch) return;
    if (!reduced) {
      notify({
        id: "reduce",
        tone: "warning",
        text: "The search found no smaller module that has this boundary for the same cause.",
      });
      return;
    }
    const { text, ...settings } = reduced.run;
    const whole = { ...document };
    setState((state) => ({
      document: { ...document, ...settingsOf(settings), text },
      view: { ...initialView, stage: lastStage },
      ...stepFrom(state, wholeOf(state)),
      ...newDocument(state),
    }));
    viewports.release(runner.start());
    const { calls, cause } = reduced;
    notify({
      id: "reduce",
      tone: "info",
      text: `Reduced to ${calls} ${calls === 1 ? "call that still has" : "calls that still have"} the boundary, for the same cause (${cause}).`,
      action: {
        label: "Back to the whole",
        run: () => {
          setState((state) => ({ document: whole, ...stepFrom(state, wholeOf(state)), ...newDocument(state) }));
          viewports.release(runner.start());
        },
      },
    });
  }

  return { applyChange, takeBack, reduce };
}
