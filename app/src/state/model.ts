/** What the page holds: the document, the view of it, the run in hand. Plain data; behavior is in `actions`. */
import type {
  Catalog,
  CodePlace,
  Edit,
  GraphFlags,
  HaltReason,
  Outcome,
  PipelineStep,
  Problem,
  Range,
  Repetition,
  StageResult,
  TargetSpec,
  WeightValues,
  Work,
} from "@relayscope/engine";
import type { ColorBy, InspectorTab, PaneMode, SnapshotView, ViewMode } from "@relayscope/share";
import type { ExampleGroup } from "./exampleGroups.ts";
import type { Play } from "./play.ts";
import { flagsFrom, viewFlags } from "./viewFlags.ts";

/** All of a document but its text: what the Pipeline and Target tabs edit, and what undo goes through. */
export interface Settings {
  readonly pipeline: readonly PipelineStep[];
  readonly target: string;
  readonly customTargets: readonly TargetSpec[];
  readonly optLevel: number;
  readonly bindParameters: boolean;
  /** Whether the pipeline runs on a module that is partitioned already; else it is offered. */
  readonly partitionsAgain?: boolean;
}

export interface PageDocument extends Settings {
  readonly text: string;
  /** A line and a note for who opens a link, plain text. */
  readonly title?: string;
  readonly note?: string;
}

/** A change that was tried and taken. */
export interface AppliedChange {
  readonly edits: readonly Edit[];
  readonly before: Outcome;
  readonly after: Outcome;
  /** The document before it; undefined where a link came without. */
  readonly from: PageDocument | undefined;
  /** The document with it; undone, it is another one. */
  readonly document: PageDocument;
}

export type Selection = NonNullable<SnapshotView["selection"]>;

export interface PageView extends GraphFlags {
  /** As asked for; `shownStage` clamps it to the pipeline. */
  readonly stage: number;
  readonly selection: Selection | undefined;
  readonly panes: PaneMode;
  /** The stage that the pane before stays on while one steps; undefined: it shows the one before the shown one. */
  readonly pinned: number | undefined;
  readonly collapsed: readonly number[];
  /** The map or the operators; undefined: as the module's size asks. */
  readonly mode: ViewMode | undefined;
  /** Ids of the frames that opened cards of the map became. */
  readonly opened: readonly number[];
  /** Which repetition open stacks show: the first of those that are not in it. */
  readonly repetitions: readonly Repetition[];
}

export type RunStatus = "idle" | "running" | "finished" | "stopped";

export interface RunState {
  readonly epoch: number;
  readonly status: RunStatus;
  readonly ms: number;
  readonly stages: readonly StageResult[];
  readonly problems: readonly Problem[];
  /** What was stopped, of the run or of the questions about it; undefined where nothing was, or where the user stopped the run. */
  readonly stopped: { readonly reason: HaltReason; readonly message: string } | undefined;
}

/** Which of the two pictures. */
export type Pane = "before" | "after";
export type LeftTab = "relay" | "pipeline" | "target" | "outline";
export type DialogName = "search" | "share" | "help" | "compare" | "model";
export type PagePart = "picture" | "text" | "inspector";
export type Theme = "system" | "light" | "dark";

/** What the browser remembers of the page itself; not shared. */
export interface Preferences {
  readonly theme: Theme;
  readonly isLeftOpen: boolean;
  readonly isInspectorOpen: boolean;
  readonly isProblemsOpen: boolean;
  readonly isMinimapShown: boolean;
  /** What colors represent; undefined where nobody chose: the picture's regions say it then. */
  readonly colorBy: ColorBy | undefined;
  /** Whether the wheel zooms; else it pans, and zooms with Ctrl. */
  readonly isWheelZoom: boolean;
  /** Whether tall pictures go on in a further column. */
  readonly isWrapped: boolean;
}

export interface Notice {
  readonly id: string;
  readonly tone: "info" | "warning" | "error";
  readonly text: string;
  /** Whether it is a stranger's text, in which backquotes and line breaks mean what they are. */
  readonly isPlain?: boolean;
  readonly action?: { readonly label: string; readonly run: () => void };
  /** Whether it offers to paste, to open a file, and the examples. */
  readonly hasWaysIn?: boolean;
}

export interface Example {
  readonly file: string;
  readonly group: ExampleGroup;
  readonly title: string;
  /** One sentence on what to look at. */
  readonly look: string;
  readonly settings: Settings;
  /** The stage to open on. */
  readonly stage: number;
}

/** What of the course is open next to the picture: its list, a lesson of it, or a lesson that came as a text. */
export type Learning =
  | { readonly kind: "list" }
  | { readonly kind: "course"; readonly name: string }
  | { readonly kind: "text"; readonly text: string };

/** The values of a model's weights next to the text that was imported from it; they are of no other document. */
export interface Weights {
  /** As `PageState.documentNumber` counts them. */
  readonly document: number;
  readonly values: WeightValues;
}

export interface PageState {
  readonly document: PageDocument;
  readonly weights: Weights | undefined;
  readonly past: readonly Settings[];
  readonly future: readonly Settings[];
  /** Tried changes that were taken, first to last; `appliedChanges` says which of them still stand. */
  readonly changes: readonly AppliedChange[];
  /** The pass that is played decision by decision. */
  readonly play: Play | undefined;
  readonly view: PageView;
  readonly run: RunState;
  /** What the engine's worker says it is at; undefined where it is at nothing, or says nothing. */
  readonly work: Work | undefined;
  /** Whether there was a picture, or none came for a while: what the first one does without is loaded then. */
  readonly isStarted: boolean;
  readonly catalog: Catalog | undefined;
  readonly examples: readonly Example[];
  readonly preferences: Preferences;
  readonly leftTab: LeftTab;
  /** An entry of `inspector/tabs.ts`. */
  readonly inspectorTab: InspectorTab;
  /** Which part a narrow window shows. */
  readonly part: PagePart;
  readonly dialog: DialogName | undefined;
  /** Whether the menu of examples is open. */
  readonly isGalleryOpen: boolean;
  /** What was typed since the search was asked for and before it stood: it begins with that. */
  readonly typedAhead: string;
  readonly learning: Learning | undefined;
  /** The model file that the dialog `model` opens, the target to choose with it, and what is in the fields of its sizes, by key. */
  readonly modelFile: { readonly file: File; readonly target: string | undefined; readonly sizes: ReadonlyMap<string, string> } | undefined;
  /** Whether the picture is on the blackboard: large, and without the rest of the page. */
  readonly isBoard: boolean;
  /** Address of the page of the guide that lies over all, such as `pass/MergeComposite`; empty for its first page. */
  readonly guide: string | undefined;
  /** Whether the inspector is there in a window that has no column for it. */
  readonly isDrawerOpen: boolean;
  /** Whether the editor was opened next to it: else it is folded meanwhile. */
  readonly isLeftKept: boolean;
  /** Whether the focus is to go to the inspector as soon as it is there. */
  readonly isInspectorWanted: boolean;
  readonly notices: readonly Notice[];
  /** Where the selection is in the input text, the first of it and the others; the editor reveals the first unless the selection came from there. */
  readonly textMark: { readonly range: Range; readonly others: readonly Range[]; readonly from: "graph" | "text" } | undefined;
  /** The line of a target's file that the editor of files shows. */
  readonly codeMark: CodePlace | undefined;
  /** The region that the pointer or focus is on in a list; the picture stresses it. */
  readonly stressed: { readonly stage: number; readonly region: number } | undefined;
  /** Ids of the nodes that the pointer or focus is on in a list; the picture rings them. */
  readonly pointed: readonly number[];
  /** Whether the inspector lists the patterns at the selected node, and which entry is open, by place or (from a link) by name; `request` counts up when it is to be brought into view. */
  readonly patterns: { readonly isOpen: boolean; readonly entry: number | string | undefined; readonly request: number };
  /** Asks the panes to bring what is pointed at, else the selection, into view; counts up. */
  readonly revealRequest: number;
  /** The request that asks for it to fill the pane. */
  readonly closeUpRequest: number;
  /** The two nodes that are asked about: what makes and what takes a tensor that is selected, or two nodes or regions that were chosen. */
  readonly selectedPair: { readonly stage: number; readonly producer: number; readonly consumer: number } | undefined;
  /** The region that was selected as such, by its place in the stage's graph. */
  readonly selectedRegion: { readonly stage: number; readonly region: number } | undefined;
  /** The change that one went to: its place among those of the stage, and what it is. */
  readonly difference: { readonly stage: number; readonly at: number; readonly words: string } | undefined;
  /** What a search found stands out in the picture and the rest fades; inverted, the other way round. */
  readonly filter: { readonly query: string; readonly isInverted: boolean } | undefined;
  /** The line of the picture's legend whose nodes alone are not faded; undefined: none is. */
  readonly legendLine: string | undefined;
  /** Whether what no pass changed fades. */
  readonly isOnlyChanges: boolean;
  /** Size of the leading pane in CSS pixels; undefined before there is one. */
  readonly paneSize: { readonly width: number; readonly height: number } | undefined;
  /** Counts up with each document that takes the place of another; what belongs to a document begins again with it. */
  readonly documentNumber: number;
  /** Whether the picture shows the paths from the selection to inputs and outputs. */
  readonly isTraced: boolean;
  /** Asks the text difference to go to its next change by counting up, to the one before by counting down. */
  readonly diffStep: number;
  /** The frame that was opened last, which is shown whole once it is there if it shows a repetition; `count` counts up. */
  readonly openedLast: { readonly frame: number; readonly count: number };
  /** Asks the picture to be shown whole; counts up. */
  readonly fitRequest: number;
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
  pinned: undefined,
  collapsed: [],
  mode: undefined,
  opened: [],
  repetitions: [],
  ...flagsFrom((name) => viewFlags[name].initial),
};

/** What is selected besides nodes, where nothing is. */
export const nothingSelected = {
  textMark: undefined,
  codeMark: undefined,
  selectedPair: undefined,
  selectedRegion: undefined,
  difference: undefined,
  isTraced: false,
  pointed: [],
  filter: undefined,
};

export const initialRun: RunState = { epoch: 0, status: "idle", ms: 0, stages: [], problems: [], stopped: undefined };

export const initialPreferences: Preferences = {
  theme: "system",
  isLeftOpen: true,
  isInspectorOpen: true,
  isProblemsOpen: true,
  isMinimapShown: false,
  colorBy: undefined,
  isWheelZoom: false,
  isWrapped: true,
};

/** The stage on screen: the asked-for one, or the pipeline's last where that is lower. */
export function shownStage(state: Pick<PageState, "view" | "document">): number {
  return Math.min(state.view.stage, state.document.pipeline.length);
}

/** The stage that is next to the shown one, and that it is compared with: the pinned one, else the one before. Negative for none. */
export function stageBeside(state: Pick<PageState, "view" | "document" | "play">): number {
  const stage = shownStage(state);
  const { pinned } = state.view;
  if (pinned === undefined || state.play) return stage - 1;
  const kept = Math.min(pinned, state.document.pipeline.length);
  return kept === stage ? stage - 1 : kept;
}

/** A document's settings, without its text. */
export function settingsOf({ pipeline, target, customTargets, optLevel, bindParameters, partitionsAgain = false }: Settings): Settings {
  return { pipeline, target, customTargets, optLevel, bindParameters, partitionsAgain };
}

/** Whether the pipeline runs on a partitioned module from here on: it does already, or waits there and is being changed. */
export function isPipelineAskedFor({ document, run }: Pick<PageState, "document" | "run">): boolean {
  return (document.partitionsAgain ?? false) || run.stages.some((stage) => stage.status === "offered");
}

/** The values of the weights of the document on screen, where there are some. */
export function weightsOf({ weights, documentNumber }: Pick<PageState, "weights" | "documentNumber">): WeightValues | undefined {
  return weights?.document === documentNumber ? weights.values : undefined;
}

/** The editor open, also next to the inspector. */
export function withEditor({ preferences }: PageState): Pick<PageState, "isLeftKept" | "preferences"> {
  return { isLeftKept: true, preferences: { ...preferences, isLeftOpen: true } };
}
