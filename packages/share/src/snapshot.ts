/** The content of a link: the input and the view of it. Results are recomputed on opening, so they are not in it. */
import type { Edit, GraphFlags, Outcome, PipelineStep, Repetition, RunSpec, TargetSpec } from "@relayscope/engine";

/**
 * How the center of the page is divided: before and after (as the picture's shape asks, side by side, one above the
 * other), one pane, the texts' difference, the text next to the picture or instead of it.
 */
export type PaneMode = "split" | "across" | "down" | "after" | "diff" | "beside" | "text";

/** What is drawn: a card per region, or a box per call. */
export type ViewMode = "map" | "operators";

/** What the colors of the picture represent. */
export const colorings = ["target", "region", "cause", "operator", "dtype", "change"] as const;
export type ColorBy = (typeof colorings)[number];

/** The inspector's tabs. */
export const inspectorTabNames = ["selection", "regions", "improve"] as const;
export type InspectorTab = (typeof inspectorTabNames)[number];

/** The editor's tabs. */
export const leftTabNames = ["relay", "pipeline", "target", "outline"] as const;
export type LeftTab = (typeof leftTabNames)[number];

/** What the list of regions shows: those with all of the words, of a target, with a cause; empty for all. */
export interface ListFilter {
  readonly words: string;
  readonly target: string;
  readonly cause: string;
}

/** The editor: folded, open unless the inspector takes its room, or open next to the inspector. */
export const editorStates = ["folded", "open", "kept"] as const;
export type EditorState = (typeof editorStates)[number];

/** The part of the picture in view. */
export interface SnapshotView extends GraphFlags {
  /** 0 is the input, i is the step i - 1 of the pipeline. */
  readonly stage: number;
  /** Ids of the selected nodes, and the stage in which they have these ids. */
  readonly selection: { readonly stage: number; readonly nodes: readonly number[] } | undefined;
  readonly panes: PaneMode;
  /** The stage that the pane before stays on; undefined: the one before the shown one. */
  readonly pinned?: number | undefined;
  /** Ids of collapsed frames. */
  readonly collapsed: readonly number[];
  /** Undefined: as the module's size asks. */
  readonly mode?: ViewMode | undefined;
  /** Ids of the frames that opened cards of the map became. */
  readonly opened?: readonly number[] | undefined;
  /** Which repetition open stacks show, from 0 on: the first of those that are not in it. */
  readonly repetitions?: readonly Repetition[] | undefined;
  /** The shown decision of the stage's pass, from 0 on; undefined if the pass is not played. */
  readonly step?: number | undefined;
  /**
   * What the colors represent, and whether tall pictures continue in further columns. Undefined: the reader's own
   * preference.
   */
  readonly colorBy?: ColorBy | undefined;
  readonly isWrapped?: boolean | undefined;
  /** The inspector's tab; undefined if the inspector is closed. */
  readonly tab?: InspectorTab | undefined;
  /** Whether the inspector is open where it has no column of its own; undefined: as it is there. */
  readonly inspector?: boolean | undefined;
  readonly editor?: EditorState | undefined;
  /** The editor's tab. */
  readonly left?: LeftTab | undefined;
  /** The filter of the list of regions; undefined: all regions. */
  readonly list?: ListFilter | undefined;
  /** The search whose results are highlighted in the picture; inverted, its results are faded. */
  readonly filter?: { readonly query: string; readonly isInverted: boolean } | undefined;
  /** What is expanded in the inspector, by the names of its parts. */
  readonly expanded?: readonly string[] | undefined;
  /** The list of patterns is open, with that entry: its place or its name. Undefined: the list is closed. */
  readonly patterns?: { readonly entry?: number | string | undefined } | undefined;
  /** The selected edge: the ids of its ends, in a stage. */
  readonly edge?: { readonly stage: number; readonly producer: number; readonly consumer: number } | undefined;
  /** The selected region by its place in a stage. */
  readonly region?: { readonly stage: number; readonly region: number } | undefined;
  /** Whether it is shown on the blackboard. */
  readonly board?: boolean | undefined;
  /** Where the camera is: the point of the drawing at the pane's top left, and the zoom. Undefined: fit. */
  readonly camera: { readonly x: number; readonly y: number; readonly zoom: number } | undefined;
}

/** Above every pipeline's length, so that a document opens on its last pass. */
export const lastStage = 1_000;

/** A change that was tried and taken. */
export interface SnapshotChange {
  readonly edits: readonly Edit[];
  readonly before: Outcome;
  readonly after: Outcome;
  /** The settings before it, and the text if that was different; absent if they would make the link too long. */
  readonly from?:
    | (Omit<RunSpec, "values" | "text"> & { readonly partitionsAgain?: boolean | undefined; readonly text?: string | undefined })
    | undefined;
}

export interface Snapshot {
  /** A line about the picture, plain text. */
  readonly title?: string;
  /** A note on what to look at, as plain text. */
  readonly note?: string;
  readonly text: string;
  /**
   * Undefined: the flow of the target, with its opt level and its binding of parameters. A custom target has the four
   * passes of BYOC.
   */
  readonly pipeline: readonly PipelineStep[] | undefined;
  /** Empty: the one that the page opens on. */
  readonly target: string;
  readonly customTargets: readonly TargetSpec[];
  readonly optLevel: number;
  readonly bindParameters: boolean;
  /** Whether the pipeline runs on a module that is partitioned already; else it is offered. */
  readonly partitionsAgain?: boolean;
  /** The changes that are applied in the document, first to last. */
  readonly changes?: readonly SnapshotChange[];
  readonly view: SnapshotView;
}
