/** What the page holds: the document, the view of it, the run in hand. Plain data; behavior is in `actions.ts`. */
import type { Catalog, PipelineStep, Problem, Range, StageResult, TargetSpec } from "@relayscope/engine";
import type { PaneMode, SnapshotView } from "@relayscope/share";

/** All of a document but its text: what the Pipeline and Target tabs edit, and what undo goes through. */
export interface Settings {
  readonly pipeline: readonly PipelineStep[];
  readonly target: string;
  readonly customTargets: readonly TargetSpec[];
  readonly optLevel: number;
  readonly bindParameters: boolean;
}

export interface PageDocument extends Settings {
  readonly text: string;
}

export type Selection = NonNullable<SnapshotView["selection"]>;

export interface PageView {
  /** As asked for; `shownStage` clamps it to the pipeline. */
  readonly stage: number;
  readonly selection: Selection | undefined;
  readonly panes: PaneMode;
  readonly collapsed: readonly number[];
  readonly hideVariables: boolean;
  readonly hideConstants: boolean;
  readonly showAnnotations: boolean;
}

export type RunStatus = "idle" | "running" | "finished" | "stopped";

export interface RunState {
  readonly epoch: number;
  readonly status: RunStatus;
  readonly ms: number;
  readonly stages: readonly StageResult[];
  readonly problems: readonly Problem[];
  readonly stopped: { readonly reason: "timeout" | "crash" | "canceled"; readonly message: string } | undefined;
}

export type LeftTab = "relay" | "pipeline" | "target" | "outline";
export type InspectorTab = "node" | "regions" | "why" | "numbers";
export type DialogName = "search" | "share" | "help";
export type Theme = "system" | "light" | "dark";

/** What the browser remembers of the page itself; not shared. */
export interface Preferences {
  readonly theme: Theme;
  readonly isLeftOpen: boolean;
  readonly isInspectorOpen: boolean;
  readonly isProblemsOpen: boolean;
  readonly isMapShown: boolean;
}

export interface Notice {
  readonly id: string;
  readonly tone: "info" | "warning" | "error";
  readonly text: string;
  readonly action?: { readonly label: string; readonly run: () => void };
}

export interface Example {
  readonly file: string;
  readonly title: string;
  /** One sentence on what to look at. */
  readonly look: string;
  readonly settings: Settings;
  /** The stage to open on. */
  readonly stage: number;
}

export interface PageState {
  readonly document: PageDocument;
  readonly past: readonly Settings[];
  readonly future: readonly Settings[];
  readonly view: PageView;
  readonly run: RunState;
  /** Whether there was a picture, or none came for a while: what the first one does without is loaded then. */
  readonly isStarted: boolean;
  readonly catalog: Catalog | undefined;
  readonly examples: readonly Example[];
  readonly preferences: Preferences;
  readonly leftTab: LeftTab;
  readonly inspectorTab: InspectorTab;
  readonly dialog: DialogName | undefined;
  /** The inspector in a narrow window, where it lies over the picture. */
  readonly isDrawerOpen: boolean;
  readonly notices: readonly Notice[];
  /** Where the selection stands in the input text; the editor reveals it unless the selection came from there. */
  readonly textMark: { readonly range: Range; readonly from: "graph" | "text" } | undefined;
  /** The region that the pointer or focus is on in a list; the picture stresses it. */
  readonly stressed: { readonly stage: number; readonly region: number } | undefined;
  /** Ids of the nodes that the pointer or focus is on in a list; the picture rings them. */
  readonly pointed: readonly number[];
  /** Whether the inspector lists the patterns at the selected node, and which entry is open, by place or (from a link) by name; `request` counts up when it is to be brought into view. */
  readonly patterns: { readonly isOpen: boolean; readonly entry: number | string | undefined; readonly request: number };
  /** Asks the panes to bring what is pointed at, else the selection, into view; counts up. */
  readonly revealRequest: number;
}

/** TVM's BYOC flow, which a target made by the user starts with. */
export const byocPipeline: readonly PipelineStep[] = [
  "InferType",
  "MergeComposite",
  "AnnotateTarget",
  "MergeCompilerRegions",
  "PartitionGraph",
].map((pass) => ({ pass, options: {} }));

export const emptyDocument: PageDocument = {
  text: "",
  pipeline: byocPipeline,
  target: "byoc-target",
  customTargets: [],
  optLevel: 2,
  bindParameters: false,
};

/** Above every pipeline's length, so that a document opens on its last pass. */
export const lastStage = 1_000;

export const initialView: PageView = {
  stage: lastStage,
  selection: undefined,
  panes: "split",
  collapsed: [],
  hideVariables: false,
  hideConstants: false,
  showAnnotations: false,
};

export const initialRun: RunState = { epoch: 0, status: "idle", ms: 0, stages: [], problems: [], stopped: undefined };

export const initialPreferences: Preferences = {
  theme: "system",
  isLeftOpen: true,
  isInspectorOpen: true,
  isProblemsOpen: true,
  isMapShown: false,
};

/** The stage on screen: the asked-for one, or the pipeline's last where that is lower. */
export function shownStage(state: Pick<PageState, "view" | "document">): number {
  return Math.min(state.view.stage, state.document.pipeline.length);
}

/** A document's settings, without its text. */
export function settingsOf({ pipeline, target, customTargets, optLevel, bindParameters }: Settings): Settings {
  return { pipeline, target, customTargets, optLevel, bindParameters };
}
