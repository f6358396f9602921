/** Chooses the first picture of a module if none was chosen. */
import type { GraphAnswer, GraphRequest } from "@relayscope/engine";
import { footHeight } from "./boxes.ts";
import { shownStage } from "./model.ts";
import type { Page } from "./page.ts";

/**
 * With at most this many calls the operators come first, however they look. Larger pictures get the center to
 * themselves.
 */
export const few = 12;
/** The same for boxes: a call may have many inputs. */
const fewBoxes = 40;
/** Below this scale some words on boxes are left out. */
const leastScale = 0.52;

/** Switches to the map if the operators of a document's first picture could not be read with all of them in sight. */
export function turnToMap({ store, viewports, actions }: Page, { graph, layout }: GraphAnswer, request: GraphRequest): void {
  const state = store.getState();
  const { paneSize } = request;
  const isFirst = request.epoch === state.run.epoch && request.stage === shownStage(state) && request.pane === "after";
  const isOpen = state.view.mode === undefined && !viewports.isPlaced && !state.learning;
  if (!isFirst || !isOpen || request.view !== "operators" || !request.wrap || !paneSize) return;
  const scale = Math.min(paneSize.width / layout.width, (paneSize.height - footHeight(paneSize.width)) / layout.height);
  const isLarge = graph.nodes.length > fewBoxes || graph.nodes.filter((node) => node.operator !== "").length > few;
  if (scale < leastScale && isLarge) actions.setMode("map");
}
