/** Page state <-> what links and files carry. */
import type { Catalog } from "@relayscope/engine";
import type { Snapshot } from "@relayscope/share";
import { boardPlace } from "./board.ts";
import { changesFrom, sharedChanges } from "./changes.ts";
import { shownMode } from "./graphRequests.ts";
import {
  byocPipeline,
  emptyDocument,
  flowOf,
  type PageDocument,
  type PageState,
  type PageView,
  type Settings,
  settingsOf,
  shownStage,
} from "./model.ts";
import { playOf } from "./play.ts";
import { noFilter } from "./slices/panels.ts";
import { flagsFrom } from "./viewFlags.ts";
import type { Viewports } from "./viewports.ts";

/** The longest search that a link holds, in characters. */
const mostQuery = 200;

/** What a link to the present picture carries. */
export function snapshotOf(state: PageState, viewports: Pick<Viewports, "snapshot"> | undefined): Snapshot {
  const { text, title, note } = state.document;
  const { partitionsAgain, ...settings } = settingsOf(state.document);
  const { step } = boardPlace(state);
  const { preferences, selectedPair, selectedRegion, patterns } = state;
  const { entry } = patterns;
  const changes = sharedChanges(state);
  return {
    ...(title ? { title } : {}),
    ...(note ? { note } : {}),
    text,
    ...settings,
    ...(partitionsAgain ? { partitionsAgain } : {}),
    ...(changes.length > 0 ? { changes } : {}),
    view: {
      ...state.view,
      stage: shownStage(state),
      // The page chooses by the size of its window, and the other window may have another size.
      mode: state.run.stages.length > 0 ? shownMode(state) : state.view.mode,
      ...(step === undefined ? {} : { step }),
      ...(state.isBoard ? { board: true } : {}),
      ...(preferences.colorBy ? { colorBy: preferences.colorBy } : {}),
      isWrapped: preferences.isWrapped,
      ...(preferences.isInspectorOpen || state.isDrawerOpen ? { tab: state.inspectorTab } : {}),
      inspector: state.isDrawerOpen,
      left: state.leftTab,
      ...(Object.values(state.listFilter).some((part) => part !== "") ? { list: state.listFilter } : {}),
      ...(state.filter && state.filter.query.length <= mostQuery ? { filter: state.filter } : {}),
      editor: !preferences.isLeftOpen ? "folded" : state.isLeftKept ? "kept" : "open",
      ...(patterns.isOpen ? { patterns: entry === undefined ? {} : { entry } } : {}),
      ...(selectedPair ? { edge: selectedPair } : {}),
      ...(selectedRegion ? { region: selectedRegion } : {}),
      camera: viewports?.snapshot(),
    },
  };
}

/** A snapshot that names the passes to run. */
export type SettledSnapshot = Snapshot & Settings;

/** Whether the snapshot can be opened without the catalog. */
export function isSettled(snapshot: Snapshot): snapshot is SettledSnapshot {
  return snapshot.pipeline !== undefined && snapshot.target !== "";
}

/** The snapshot with the flow of its target, if it names no passes. */
export function settledBy(catalog: Catalog, snapshot: Snapshot): SettledSnapshot {
  const target = snapshot.target || emptyDocument.target;
  const { pipeline } = snapshot;
  if (pipeline) return { ...snapshot, target, pipeline };
  const isCustom = snapshot.customTargets.some((t) => t.name === target);
  const info = isCustom ? undefined : catalog.targets.find((t) => t.name === target);
  if (!info) return { ...snapshot, target, pipeline: byocPipeline };
  return { ...snapshot, target, ...flowOf(info) };
}

/**
 * What a snapshot puts on the page: the document, the view, the shown decision of a pass, and whether the blackboard is
 * open.
 */
export function openedFrom(snapshot: SettledSnapshot): Pick<PageState, "play" | "isBoard" | "changes"> & {
  readonly document: PageDocument;
  readonly view: PageView;
} {
  const { step, board, selection, panes, pinned, collapsed, mode, opened = [], repetitions = [], expanded = [], ...shown } = snapshot.view;
  const stage = Math.min(shown.stage, snapshot.pipeline.length);
  const play = step === undefined || stage === 0 ? undefined : { ...playOf(stage), at: step };
  const { text, title, note } = snapshot;
  const words = { ...(title ? { title } : {}), ...(note ? { note } : {}) };
  const document: PageDocument = { text, ...words, ...settingsOf(snapshot) };
  return {
    document,
    changes: changesFrom(snapshot.changes ?? [], document),
    view: {
      stage: shown.stage,
      selection,
      panes,
      pinned,
      collapsed,
      mode,
      opened,
      repetitions,
      expanded,
      ...flagsFrom((name) => shown[name]),
    },
    play,
    isBoard: board === true,
  };
}

/** The state around document and view that a link brings. */
export const surroundingNames = [
  "preferences",
  "inspectorTab",
  "isDrawerOpen",
  "isLeftKept",
  "leftTab",
  "listFilter",
  "filter",
  "patterns",
  "selectedPair",
  "selectedRegion",
] as const satisfies readonly (keyof PageState)[];
type Surroundings = Pick<PageState, (typeof surroundingNames)[number]>;

/** What a snapshot's view changes around the picture: colors, columns, panels, and the selection apart from nodes. */
export function surroundingsFrom(
  { colorBy, isWrapped, tab, inspector, editor, left, list, filter, patterns, edge, region }: Snapshot["view"],
  { preferences, inspectorTab, isDrawerOpen, isLeftKept, leftTab }: PageState,
): Surroundings {
  return {
    preferences: {
      ...preferences,
      ...(colorBy === undefined ? {} : { colorBy }),
      ...(isWrapped === undefined ? {} : { isWrapped }),
      ...(tab === undefined ? {} : { isInspectorOpen: true }),
      ...(editor === undefined ? {} : { isLeftOpen: editor !== "folded" }),
    },
    inspectorTab: tab ?? inspectorTab,
    isDrawerOpen: inspector ?? isDrawerOpen,
    isLeftKept: editor === undefined ? isLeftKept : editor === "kept",
    leftTab: left ?? leftTab,
    listFilter: list ?? noFilter,
    filter,
    patterns: { isOpen: patterns !== undefined, entry: patterns?.entry },
    selectedPair: edge,
    selectedRegion: region,
  };
}
