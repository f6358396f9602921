/** Documents that replace the one on screen, with the values of their weights. */
import type { SentValues } from "@relayscope/engine/models";
import { plural } from "../../ui/format.ts";
import { initialView, lastStage, type Settings } from "../model.ts";
import { snapshotOf } from "../snapshots.ts";
import type { ActionContext } from "./context.ts";
import { newDocument, stepFrom, untitled, wholeOf } from "./newDocument.ts";

/** A sentence on which weights have values. */
export function heldValues(sent: SentValues | undefined): string {
  if (!sent || sent.values.constants.size + sent.values.parameters.size === 0)
    return "Weights have types, not values: a link holds only the text.";
  const left = sent.left > 0 ? ` ${plural(sent.left, "weight")} are too large to be kept, and have only types.` : "";
  return `The values of its weights are next to the text here; a link holds only the text.${left}`;
}

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
