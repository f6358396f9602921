/** What a link carries: the input and the view of it. Results are recomputed on opening, so they are not in it. */
import type { PipelineStep, TargetSpec } from "@relayscope/engine";

/** How the center of the page is divided: before and after (as the picture's shape asks, side by side, one above the other), one pane, the texts' difference. */
export type PaneMode = "split" | "across" | "down" | "after" | "diff";

/** What of the picture is in view. */
export interface SnapshotView {
  /** 0 is the input, i is the step i - 1 of the pipeline. */
  readonly stage: number;
  /** Ids of the selected nodes, and the stage in which they have these ids. */
  readonly selection: { readonly stage: number; readonly nodes: readonly number[] } | undefined;
  readonly panes: PaneMode;
  /** Ids of collapsed frames. */
  readonly collapsed: readonly number[];
  readonly hideVariables: boolean;
  readonly hideConstants: boolean;
  /** Whether annotations are drawn as nodes. */
  readonly showAnnotations: boolean;
  /** Where the camera stands: the point of the drawing at the pane's top left, and the zoom. Undefined: fit. */
  readonly camera: { readonly x: number; readonly y: number; readonly zoom: number } | undefined;
}

export interface Snapshot {
  readonly text: string;
  readonly pipeline: readonly PipelineStep[];
  readonly target: string;
  readonly customTargets: readonly TargetSpec[];
  readonly optLevel: number;
  readonly bindParameters: boolean;
  readonly view: SnapshotView;
}
