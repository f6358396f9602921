/** Documents that replace the one on screen, with the values of their weights. */
import type { SentValues } from "@relayscope/engine/models";
import { initialView, lastStage, type Settings } from "../model.ts";
import { snapshotOf } from "../snapshots.ts";
import type { ActionContext } from "./context.ts";
import { newDocument, stepFrom, untitled, wholeOf } from "./newDocument.ts";

/** Puts a text with its settings and values in the document's place, as one step of undo. */
export function putDocument(
  { storage, viewports, runner, getState, setState, setView }: ActionContext,
  text: string,
  settings: Partial<Settings> = {},
  sent?: SentValues,
): void {
  storage.savePrevious(snapshotOf(getState(), viewports));
  setState((state) => {
    const made = newDocument(state);
    return {
      ...stepFrom(state, wholeOf(state)),
      document: { ...untitled(state.document), ...settings, text, partitionsAgain: false },
      ...made,
      weights: sent && { document: made.documentNumber, values: sent.values },
    };
  });
  setView({ ...initialView, stage: lastStage });
  viewports.release(runner.start());
}
