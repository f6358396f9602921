/** The small page inside the guide: its own document, run and picture, over its own engine. */
import type { LiveRun } from "@relayscope/guide";
import { makeEngine } from "../engine/makeEngine.ts";
import { initialView } from "../state/model.ts";
import { createPage, type Page } from "../state/page.ts";
import { playedPasses } from "../state/play.ts";
import { snapshotOf } from "../state/snapshots.ts";
import { createStorage } from "../state/storage.ts";

/**
 * Returns a second page with the theme and catalog of `main` that stores nothing, and a function that disposes of it.
 */
export function createLivePage(main: Page): { readonly page: Page; readonly dispose: () => void } {
  const page = createPage(makeEngine, createStorage(undefined));
  const { catalog, preferences } = main.store.getState();
  page.store.setState({ isStarted: true, catalog, preferences: { ...preferences, isMinimapShown: false, colorBy: "target" } });
  const stop = main.store.subscribe(({ preferences: { theme } }, before) => {
    if (theme !== before.preferences.theme) page.actions.setPreferences({ theme });
  });
  const dispose = () => {
    stop();
    page.engine.dispose();
  };
  return { page, dispose };
}

/** Shows a run in the small page, at its last pass; enters that pass if it can be played step by step. */
export function showRun({ actions }: Page, run: LiveRun): void {
  const { look: _, between: __, ...document } = run;
  const stage = document.pipeline.length;
  actions.leavePass();
  actions.open({ ...document, view: { ...initialView, stage, camera: undefined } });
  if (playedPasses.has(document.pipeline.at(-1)?.pass ?? "") && document.pipeline.length <= shortFlow) actions.enterPass(stage);
}

/** A flow of at most this many passes is shown at its last one. */
const shortFlow = 3;

/** Makes the content of the small page the document; undo brings back the previous one. */
export function openInExplorer(live: Page, main: Page): void {
  const { actions, store, storage, viewports } = main;
  const before = snapshotOf(store.getState(), viewports);
  storage.savePrevious(before);
  actions.showGuide(undefined);
  actions.open(snapshotOf(live.store.getState(), undefined));
  actions.notify({
    id: "previous",
    tone: "info",
    text: "This is an example of the guide. Your own module is kept.",
    action: { label: "Back to mine", run: () => actions.open(before) },
  });
}
