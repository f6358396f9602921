/** Everything the page can do to its state, one topic a file in `actions`. Components call these and nothing else changes the store. */

import { clipboardActions } from "./actions/clipboard.ts";
import { type ActionParts, createActionContext } from "./actions/context.ts";
import { cureActions } from "./actions/cures.ts";
import { documentActions } from "./actions/documents.ts";
import { panelActions } from "./actions/panels.ts";
import { playActions } from "./actions/play.ts";
import { runActions } from "./actions/runs.ts";
import { selectionActions } from "./actions/selection.ts";
import { settingsActions } from "./actions/settings.ts";
import { textActions } from "./actions/texts.ts";
import { viewActions } from "./actions/view.ts";

export type Actions = ReturnType<typeof createActions>;

/** The actions over a store, an engine and the panes' viewports. */
export function createActions(parts: ActionParts) {
  const context = createActionContext(parts);
  const settings = settingsActions(context);
  const documents = documentActions(context);
  const { setView, notify, dismiss, dismissOfDocument } = context;
  return {
    setView,
    notify,
    dismiss,
    dismissOfDocument,
    ...settings,
    ...documents,
    ...textActions(context, settings, documents),
    ...clipboardActions(context),
    ...cureActions(context),
    ...selectionActions(context),
    ...viewActions(context),
    ...panelActions(context),
    ...playActions(context),
    ...runActions(context),
  };
}
