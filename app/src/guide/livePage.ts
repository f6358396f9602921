/** The little page inside of the guide: a document, a run and a picture of its own, over an engine of its own. */
import type { LiveRun } from "@relayscope/guide";
import { makeEngine } from "../engine/makeEngine.ts";
import { initialView } from "../state/model.ts";
import { createPage, type Page } from "../state/page.ts";
import { playedPasses } from "../state/play.ts";
import { snapshotOf } from "../state/snapshots.ts";
import { createStorage } from "../state/storage.ts";

/** A page next to `main` that looks as it does and stores nothing. Its engine is to be disposed of. */
export function createLivePage(main: Page): Page {
  const page = createPage(makeEngine(), createStorage(undefined));
  const { catalog, preferences } = main.store.getState();
  page.store.setState({ isStarted: true, catalog, preferences: { ...preferences, isMinimapShown: false, colorBy: "target" } });
  return page;
}

/** Shows a run in the little page, at its last pass; one that is decided step by step is entered. */
export function showRun({ actions }: Page, run: LiveRun): void {
  const { look: _, between: __, ...document } = run;
  const stage = document.pipeline.length;
  actions.leavePass();
  actions.open({ ...document, view: { ...initialView, stage, camera: undefined } });
  if (playedPasses.has(document.pipeline.at(-1)?.pass ?? "") && document.pipeline.length <= shortFlow) actions.enterPass(stage);
}

/** Flows of at most as many passes are about their last one. */
const shortFlow = 3;

/** Makes what is in the little page the document; the one before can be had back. */
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
