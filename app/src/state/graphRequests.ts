/**
 * What the panes ask the engine to draw, from the page's state: one place, so that everything that shows a stage shares
 * one answer.
 */
import type { GraphRequest } from "@relayscope/engine";
import type { ViewMode } from "@relayscope/share";
import { type PageState, type Pane, shownStage, stageBeside } from "./model.ts";
import { flagsFrom } from "./viewFlags.ts";

/** With more calls than this the map comes first. */
const mostOperators = 60;

/** What is drawn: the chosen mode, else by the module's size. */
export function shownMode({ view, run }: Pick<PageState, "view" | "run">): ViewMode {
  return view.mode ?? ((run.stages[0]?.summary.operators ?? 0) > mostOperators ? "map" : "operators");
}

/** The request for a stage's picture in a pane. `mode`: other than the shown one. */
export function graphRequest(state: PageState, stage: number, pane: Pane, mode: ViewMode = shownMode(state)): GraphRequest {
  const { run, view, preferences, paneSize, document } = state;
  const shown = shownStage(state);
  const against = pane === "before" ? shown : stage === shown ? stageBeside(state) : stage - 1;
  return {
    epoch: run.epoch,
    stage,
    pane,
    view: mode,
    ...(mode === "map" ? { opened: view.opened, ...(view.repetitions.length > 0 ? { repetitions: view.repetitions } : {}) } : {}),
    ...(paneSize ? { paneSize } : {}),
    wrap: preferences.isWrapped,
    ...(against >= 0 && against !== stage && against <= document.pipeline.length ? { against } : {}),
    collapsed: view.collapsed,
    ...flagsFrom((name) => view[name]),
  };
}

/** Whether the run has the stages that a request is about, and the pane has its size. */
export function isReady({ run, awaitedBanners }: PageState, { stage, against = 0 }: GraphRequest): boolean {
  return awaitedBanners === 0 && run.epoch > 0 && stage >= 0 && run.stages.length > Math.max(stage, against);
}
