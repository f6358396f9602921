/** The page's state: the document, the view of it, the current run. Plain data; behavior is in `actions`. */
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
  TargetInfo,
  TargetSpec,
  WeightValues,
  Work,
} from "@relayscope/engine";
import type { ArchivedFile } from "@relayscope/files";
import type { ColorBy, InspectorTab, PaneMode, SnapshotView, ViewMode } from "@relayscope/share";
import type { ExampleGroup } from "./exampleGroups.ts";
import type { Play } from "./play.ts";
import { flagsFrom, viewFlags } from "./viewFlags.ts";

/** Everything in a document but its text: what the Pipeline and Target tabs edit, and what undo restores. */
export interface Settings {
  readonly pipeline: readonly PipelineStep[];
  readonly target: string;
  readonly customTargets: readonly TargetSpec[];
  readonly optLevel: number;
  readonly bindParameters: boolean;
  /** Whether the pipeline runs on an already partitioned module; otherwise that is offered. */
  readonly partitionsAgain?: boolean;
}

/** The flow that a built-in target's users run. */
export function flowOf({ pipeline, optLevel, bindsParameters }: TargetInfo): Pick<Settings, "pipeline" | "optLevel" | "bindParameters"> {
  return { pipeline, optLevel, bindParameters: bindsParameters };
}

/** The name of a target's copy. */
export const copyName = (name: string): string => `${name}_copy`;

/** A pipeline whose passes change the regions of another target than those of `from`, where they can. */
export function pipelineFor(
  pipeline: readonly PipelineStep[],
  from: string,
  to: string,
  catalog: Pick<Catalog, "passes"> | undefined,
): readonly PipelineStep[] {
  return pipeline.map((step) => {
    const own = catalog?.passes.find(({ name }) => name === step.pass)?.options.find(({ name }) => name === "compiler");
    const { compiler = own?.default, ...options } = step.options;
    if (!own || compiler !== from) return step;
    return { ...step, options: to === own.default ? options : { ...options, compiler: to } };
  });
}

export interface PageDocument extends Settings {
  readonly text: string;
  /** A title and a note for the reader of a link, as plain text. */
  readonly title?: string;
  readonly note?: string;
}

/** A tried change that was applied. */
export interface AppliedChange {
  readonly edits: readonly Edit[];
  readonly before: Outcome;
  readonly after: Outcome;
  /** The document before it; undefined if a link came without it. */
  readonly from: PageDocument | undefined;
  /** The document after it. If the change is undone, the page has another document. */
  readonly document: PageDocument;
}

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
}

export type RunStatus = "idle" | "running" | "finished" | "stopped";

export interface RunState {
  readonly epoch: number;
  readonly status: RunStatus;
  readonly ms: number;
  readonly stages: readonly StageResult[];
  readonly problems: readonly Problem[];
  /** Why the run or a question about it was stopped; undefined if nothing was, or if the user stopped the run. */
  readonly stopped: { readonly reason: HaltReason; readonly message: string } | undefined;
}

/** Which of the two pictures. */
export type Pane = "before" | "after";
export type LeftTab = "relay" | "pipeline" | "target" | "outline";
export type DialogName = "search" | "share" | "help" | "compare" | "model";
export type PagePart = "picture" | "text" | "inspector";
export type Theme = "system" | "light" | "dark";

/** What the browser remembers for the page; not shared. */
export interface Preferences {
  readonly theme: Theme;
  readonly isLeftOpen: boolean;
  readonly isInspectorOpen: boolean;
  readonly isProblemsOpen: boolean;
  readonly isMinimapShown: boolean;
  /** What colors represent; undefined if not chosen: the picture's regions decide. */
  readonly colorBy: ColorBy | undefined;
  /** Whether the wheel zooms; else it pans, and zooms with Ctrl. */
  readonly isWheelZoom: boolean;
  /** Whether tall pictures continue in a further column. */
  readonly isWrapped: boolean;
}

export interface Notice {
  readonly id: string;
  readonly tone: "info" | "warning" | "error";
  readonly text: string;
  /** Whether the text is a stranger's, so that its backquotes and line breaks are literal. */
  readonly isPlain?: boolean;
  readonly action?: { readonly label: string; readonly run: () => void };
  /** Whether it offers the lesson on the user's own module, if the user finished no lesson yet. */
  readonly hasLesson?: boolean;
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

/** What is open of the course next to the picture: its list, one of its lessons, or a lesson given as text. */
export type Learning =
  | { readonly kind: "list" }
  | { readonly kind: "course"; readonly name: string }
  /** From a file of its author's, who can check it, or from a link. */
  | { readonly kind: "text"; readonly text: string; readonly isFromFile: boolean };

/** The values of a model's weights, next to the text that was imported from it. They belong to that document only. */
export interface Weights {
  /** As `PageState.documentNumber` counts them. */
  readonly document: number;
  readonly values: WeightValues;
}

export interface ModelFile {
  readonly file: File;
  readonly target: string | undefined;
  readonly sizes: ReadonlyMap<string, string>;
  /** The zip archive that the file is from, and all models in it. */
  readonly archive?: ModelArchive;
}

/** A model file that is opened, with what is known about how. */
export type OpenedModel = Pick<ModelFile, "file"> & Partial<ModelFile>;

export interface ModelArchive {
  readonly file: File;
  readonly models: readonly ArchivedFile[];
}

export interface PageState {
  readonly document: PageDocument;
  readonly weights: Weights | undefined;
  readonly past: readonly Settings[];
  readonly future: readonly Settings[];
  /** Applied changes, first to last; `appliedChanges` says which of them are still in effect. */
  readonly changes: readonly AppliedChange[];
  /** The pass that is played decision by decision. */
  readonly play: Play | undefined;
  readonly view: PageView;
  readonly run: RunState;
  /** What the engine's worker is doing; undefined if it is idle or does not report it. */
  readonly work: Work | undefined;
  /**
   * Whether there was a picture, or none came for a while. The parts that load after the first picture are then loaded.
   */
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
  /** What was typed after the search was requested and before it opened. The search begins with it. */
  readonly typedAhead: string;
  readonly learning: Learning | undefined;
  /** The model file that the dialog `model` opens. */
  readonly modelFile: ModelFile | undefined;
  /** Whether the picture is on the blackboard: large, without the rest of the page. */
  readonly isBoard: boolean;
  /** Address of the open page of the guide, such as `pass/MergeComposite`; empty for its first page. */
  readonly guide: string | undefined;
  /** Whether the inspector is open in a window that has no column for it. */
  readonly isDrawerOpen: boolean;
  /** Whether the user opened the editor next to it; otherwise the editor is folded meanwhile. */
  readonly isLeftKept: boolean;
  /** Whether the focus goes to the inspector as soon as it is there. */
  readonly isInspectorWanted: boolean;
  readonly notices: readonly Notice[];
  /**
   * Where the selection is in the input text: the first place and the others. The editor reveals the first unless the
   * selection came from the editor.
   */
  readonly textMark: { readonly range: Range; readonly others: readonly Range[]; readonly from: "graph" | "text" } | undefined;
  /** The line of a target's file that the editor of files shows. */
  readonly codeMark: CodePlace | undefined;
  /** The region that the pointer or focus is on in a list; the picture stresses it. */
  readonly stressed: { readonly stage: number; readonly region: number } | undefined;
  /** Ids of the nodes that the pointer or focus is on in a list; the picture rings them. */
  readonly pointed: readonly number[];
  /**
   * Whether the inspector lists the patterns at the selected node, and which entry is open, by place or (from a link)
   * by name.
   */
  readonly patterns: { readonly isOpen: boolean; readonly entry: number | string | undefined };
  /**
   * The two nodes that the question is about: producer and consumer of a selected tensor, or two chosen nodes or
   * regions.
   */
  readonly selectedPair: { readonly stage: number; readonly producer: number; readonly consumer: number } | undefined;
  /** The selected region, by its place in the stage's graph. */
  readonly selectedRegion: { readonly stage: number; readonly region: number } | undefined;
  /** The change that the user went to: its place among those of the stage, and its words. */
  readonly difference: { readonly stage: number; readonly at: number; readonly words: string } | undefined;
  /** The results of a search are highlighted in the picture and the rest fades; inverted, the other way round. */
  readonly filter: { readonly query: string; readonly isInverted: boolean } | undefined;
  /** The line of the picture's legend whose nodes are not faded; undefined: nothing is faded. */
  readonly legendLine: string | undefined;
  /** Whether everything that no pass changed fades. */
  readonly isOnlyChanges: boolean;
  /** Size of the leading pane in CSS pixels; undefined before there is one. */
  readonly paneSize: { readonly width: number; readonly height: number } | undefined;
  /** Counts up when another document replaces the present one. What belongs to a document starts again with it. */
  readonly documentNumber: number;
  /** Whether the picture shows the paths from the selection to inputs and outputs. */
  readonly isTraced: boolean;
}

/** TVM's BYOC flow, the initial flow of a target made by the user. */
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
  ...flagsFrom((name) => viewFlags[name].initial),
};

/** The selection apart from nodes, when nothing is selected. */
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

/** The stage on screen: the requested one, or the pipeline's last one if that is lower. */
export function shownStage(state: Pick<PageState, "view" | "document">): number {
  return Math.min(state.view.stage, state.document.pipeline.length);
}

/**
 * The stage in the other pane, which the shown one is compared with: the pinned one, else the one before. Negative for
 * none.
 */
export function stageBeside(state: Pick<PageState, "view" | "document" | "play">): number {
  const stage = shownStage(state);
  const { pinned } = state.view;
  if (pinned === undefined || state.play) return stage - 1;
  const kept = Math.min(pinned, state.document.pipeline.length);
  return kept === stage ? stage - 1 : kept;
}

/** The target of a name: the document's own, else the built-in one. */
export function targetNamed(
  { document, catalog }: Pick<PageState, "document" | "catalog">,
  wanted = document.target,
): TargetSpec | undefined {
  const hasName = ({ name }: { readonly name: string }) => name === wanted;
  return document.customTargets.find(hasName) ?? catalog?.targets.find(hasName)?.spec;
}

/** Whether the left side shows a file of a target, whose lines are longer than those of a form. */
export function showsFile(state: Pick<PageState, "document" | "catalog" | "leftTab">): boolean {
  return state.leftTab === "target" && targetNamed(state)?.files !== undefined;
}

/** A document's settings, without its text. */
export function settingsOf({ pipeline, target, customTargets, optLevel, bindParameters, partitionsAgain = false }: Settings): Settings {
  return { pipeline, target, customTargets, optLevel, bindParameters, partitionsAgain };
}

/**
 * Whether the pipeline runs on a partitioned module from now on: it does already, or it is waiting there and is being
 * changed.
 */
export function isPipelineAskedFor({ document, run }: Pick<PageState, "document" | "run">): boolean {
  return (document.partitionsAgain ?? false) || run.stages.some((stage) => stage.status === "offered");
}

/** The values of the weights of the document on screen, if there are any. */
export function weightsOf({ weights, documentNumber }: Pick<PageState, "weights" | "documentNumber">): WeightValues | undefined {
  return weights?.document === documentNumber ? weights.values : undefined;
}

/** The state with the editor open, also next to the inspector. */
export function withEditor({ preferences }: PageState): Pick<PageState, "isLeftKept" | "preferences"> {
  return { isLeftKept: true, preferences: { ...preferences, isLeftOpen: true } };
}
