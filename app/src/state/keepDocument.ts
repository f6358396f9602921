/** The document in the browser's memory. */
import { isInLesson } from "./lessonAddress.ts";
import { type PageState, weightsOf } from "./model.ts";
import type { Page } from "./page.ts";
import { snapshotOf } from "./snapshots.ts";

/** How long after the last change the document is stored, in milliseconds. */
const storingPause = 300;

const notStored =
  "This browser has no room to store the document: after a reload you get an earlier one. Copy the text, or save it as a file under Share.";

/**
 * Stores the values of weights with the stored document: once when they come, and the text that they belong to whenever
 * it is stored.
 */
export function keepWeights({ store, storage }: Page): void {
  const { weights } = storage;
  const state = store.getState();
  const values = weightsOf(state);
  if (!values) {
    if (storage.mayHaveWeights()) weights.saveValues(undefined);
    storage.markWeights(false);
    return;
  }
  weights.saveValues(values);
  weights.saveText(state.document.text);
  storage.markWeights(true);
}

/** Stores the document after changes since `opened`, and when the user leaves the page. */
export function keepDocument(page: Page, opened: PageState): void {
  const { store, storage, viewports, actions } = page;
  /** Whether the user knows that the document is not stored. */
  let isSaid = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isLeftOpen = true;
  const save = () => {
    clearTimeout(timer);
    timer = undefined;
    storage.saveDocument(snapshotOf(store.getState(), viewports));
    keepWeights(page);
    if (storage.isFull() && !isSaid) actions.notify({ id: "stored", tone: "warning", text: notStored });
    else if (!storage.isFull() && isSaid) actions.dismiss("stored");
    isSaid = storage.isFull();
  };
  const look = (state: PageState, before: PageState) => {
    if (state.view.stage !== before.view.stage) actions.dismiss("welcome");
    if (isInLesson(state)) {
      // During a lesson, the document on screen and the folded editor belong to the lesson: the user's own stay stored
      // as they were.
      if (!isInLesson(before)) {
        isLeftOpen = before.preferences.isLeftOpen;
        if (timer !== undefined) storage.saveDocument(snapshotOf(before, viewports));
        clearTimeout(timer);
        timer = undefined;
      }
      if (state.preferences !== before.preferences) storage.savePreferences({ ...state.preferences, isLeftOpen });
      return;
    }
    if (state.preferences !== before.preferences) storage.savePreferences(state.preferences);
    if (state.document !== before.document || state.view !== before.view) {
      clearTimeout(timer);
      timer = setTimeout(save, storingPause);
    }
  };
  look(store.getState(), opened);
  store.subscribe(look);
  addEventListener("pagehide", () => {
    if (timer !== undefined) save();
  });
}
