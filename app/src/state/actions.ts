/**
 * Everything the page can do to its state, one file per topic in `actions`. Components call these, and nothing else
 * changes the store.
 */
import { changeActions } from "./actions/changes.ts";
import { clipboardActions } from "./actions/clipboard.ts";
import { type ActionParts, createActionContext } from "./actions/context.ts";
import { documentActions } from "./actions/documents.ts";
import { panelActions } from "./actions/panels.ts";
import { playActions } from "./actions/play.ts";
import { runActions } from "./actions/runs.ts";
import { selectionActions } from "./actions/selection.ts";
import { settingsActions } from "./actions/settings.ts";
import { targetFileActions } from "./actions/targetFiles.ts";
import { textActions } from "./actions/texts.ts";
import { viewActions } from "./actions/view.ts";

export type Actions = ReturnType<typeof createActions>;

/** The actions over a store, an engine and the panes' viewports. */
export function createActions(parts: ActionParts) {
  const context = createActionContext(parts);
  const settings = settingsActions(context);
  const documents = documentActions(context, settings);
  const targetFiles = targetFileActions(context, settings);
  const texts = textActions(context, settings, documents, targetFiles);
  const { setView, notify, dismiss, dismissOfDocument } = context;
  return {
    setView,
    notify,
    dismiss,
    dismissOfDocument,
    ...settings,
    ...documents,
    ...targetFiles,
    ...texts,
    /** Opens files: Python files together as one target, and the first of the others; a notice names the rest. */
    openFiles: async (files: readonly File[]) =>
      (await import("./actions/openGiven.ts")).openFiles(files, { ...texts, ...targetFiles, ...context }),
    ...clipboardActions(context),
    ...changeActions(context, settings),
    ...selectionActions(context),
    ...viewActions(context),
    ...panelActions(context),
    ...playActions(context),
    ...runActions(context),
  };
}
