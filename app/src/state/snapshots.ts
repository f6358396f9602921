/** Page state <-> what links and files carry. */
import type { Catalog } from "@relayscope/engine";
import type { Snapshot } from "@relayscope/share";
import {
  byocPipeline,
  emptyDocument,
  type PageDocument,
  type PageState,
  type PageView,
  type Settings,
  settingsOf,
  shownStage,
} from "./model.ts";
import type { Viewports } from "./viewports.ts";

/** What a link to the present picture carries. */
export function snapshotOf(state: PageState, viewports: Viewports | undefined): Snapshot {
  const { text, title, note } = state.document;
  const { partitionsAgain, ...settings } = settingsOf(state.document);
  return {
    ...(title ? { title } : {}),
    ...(note ? { note } : {}),
    text,
    ...settings,
    ...(partitionsAgain ? { partitionsAgain } : {}),
    view: { ...state.view, stage: shownStage(state), camera: viewports?.snapshot() },
  };
}

/** A snapshot that says which passes to run. */
export type SettledSnapshot = Snapshot & Settings;

/** Whether the snapshot needs no catalog to be opened. */
export function isSettled(snapshot: Snapshot): snapshot is SettledSnapshot {
  return snapshot.pipeline !== undefined && snapshot.target !== "";
}

/** The snapshot with the flow of its target, where it names no passes. */
export function settledBy(catalog: Catalog, snapshot: Snapshot): SettledSnapshot {
  const target = snapshot.target || emptyDocument.target;
  const { pipeline } = snapshot;
  if (pipeline) return { ...snapshot, target, pipeline };
  const isCustom = snapshot.customTargets.some((t) => t.name === target);
  const info = isCustom ? undefined : catalog.targets.find((t) => t.name === target);
  if (!info) return { ...snapshot, target, pipeline: byocPipeline };
  return { ...snapshot, target, pipeline: info.pipeline, optLevel: info.optLevel, bindParameters: info.bindsParameters };
}

/** The document and the view of a snapshot. */
export function openedFrom(snapshot: SettledSnapshot): { readonly document: PageDocument; readonly view: PageView } {
  const { camera, ...view } = snapshot.view;
  const { text, title, note } = snapshot;
  const words = { ...(title ? { title } : {}), ...(note ? { note } : {}) };
  return { document: { text, ...words, ...settingsOf(snapshot) }, view: { ...view, mode: view.mode, opened: view.opened ?? [] } };
}
