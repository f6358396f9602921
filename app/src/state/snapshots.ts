/** Page state <-> what links and files carry. */
import type { Snapshot } from "@relayscope/share";
import type { Camera } from "../canvas/camera.ts";
import { type PageDocument, type PageState, type PageView, settingsOf, shownStage } from "./model.ts";

/** What a link to the present picture carries. */
export function snapshotOf(state: PageState, camera: Camera | undefined): Snapshot {
  const { selection, panes, collapsed, hideVariables, hideConstants, showAnnotations } = state.view;
  return {
    text: state.document.text,
    ...settingsOf(state.document),
    view: {
      stage: shownStage(state),
      selection,
      panes,
      collapsed,
      hideVariables,
      hideConstants,
      showAnnotations,
      camera: camera?.snapshot(),
    },
  };
}

/** The document and the view of a snapshot. */
export function openedFrom(snapshot: Snapshot): { readonly document: PageDocument; readonly view: PageView } {
  const { view, text } = snapshot;
  const { stage, selection, panes, collapsed, hideVariables, hideConstants, showAnnotations } = view;
  return {
    document: { text, ...settingsOf(snapshot) },
    view: { stage, selection, panes, collapsed, hideVariables, hideConstants, showAnnotations },
  };
}
