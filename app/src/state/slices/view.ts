/** What the picture shows, and how. */
import type { GraphFlags, Repetition } from "@relayscope/engine";
import type { PaneMode, SnapshotView, ViewMode } from "@relayscope/share";
import type { Play } from "../play.ts";
import { flagsFrom, viewFlags } from "../viewFlags.ts";

export type Selection = NonNullable<SnapshotView["selection"]>;

export interface PageView extends GraphFlags {
  /** The requested stage; `shownStage` limits it to the pipeline. */
  readonly stage: number;
  readonly selection: Selection | undefined;
  readonly panes: PaneMode;
  /** The stage that the other pane keeps while you step; undefined: the stage before the shown one. */
  readonly pinned: number | undefined;
  readonly collapsed: readonly number[];
  /** The map or the operators; undefined: by the module's size. */
  readonly mode: ViewMode | undefined;
  /** Ids of the frames of opened cards. */
  readonly opened: readonly number[];
  /** Which repetition open stacks show. Stacks that are not listed show the first. */
  readonly repetitions: readonly Repetition[];
  /** Names of the inspector's parts that are expanded. */
  readonly expanded: readonly string[];
}

/** Which of the two pictures. */
export type Pane = "before" | "after";

/** Greater than every pipeline's length, so that a document opens on its last pass. */
export const lastStage = 1_000;

export const initialView: PageView = {
  stage: lastStage,
  selection: undefined,
  panes: "split",
  pinned: undefined,
  collapsed: [],
  mode: undefined,
  opened: [],
  repetitions: [],
  expanded: [],
  ...flagsFrom((name) => viewFlags[name].initial),
};

export interface ViewSlice {
  readonly view: PageView;
  /** The pass that is played decision by decision. */
  readonly play: Play | undefined;
  /** The line of the picture's legend whose nodes are not faded; undefined: nothing is faded. */
  readonly legendLine: string | undefined;
  /** What the legend of the leading pane says; empty without one. A pane next to it has no equal one. */
  readonly leadingLegend: string;
  /** Whether everything that no pass changed fades. */
  readonly isOnlyChanges: boolean;
  /** Size of the leading pane in CSS pixels; undefined before there is one. */
  readonly paneSize: { readonly width: number; readonly height: number } | undefined;
  /** How many banners above the leading pane are on their way. */
  readonly awaitedBanners: number;
}

export const nothingShown: ViewSlice = {
  view: initialView,
  play: undefined,
  legendLine: undefined,
  leadingLegend: "",
  isOnlyChanges: false,
  paneSize: undefined,
  awaitedBanners: 0,
};
