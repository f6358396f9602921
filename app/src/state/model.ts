/** The page's state, in slices by topic. Plain data; behavior is in `actions`. */
import type { Catalog, PipelineStep, Problem, TargetSpec } from "@relayscope/engine";
import type { ColorBy } from "@relayscope/share";
import { type DocumentSlice, noDocument } from "./slices/document.ts";
import { type PanelsSlice, panelsAtFirst } from "./slices/panels.ts";
import { nothingRun, type RunSlice } from "./slices/run.ts";
import { noSelection, type SelectionSlice } from "./slices/selection.ts";
import { nothingShown, type ViewSlice } from "./slices/view.ts";

export {
  type AppliedChange,
  byocPipeline,
  copyName,
  type Example,
  emptyDocument,
  flowOf,
  type PageDocument,
  type PastEntry,
  type Settings,
  settingsOf,
  type Weights,
  type WholeDocument,
  weightsOf,
} from "./slices/document.ts";
export {
  type DialogName,
  initialPreferences,
  type Learning,
  type LeftTab,
  type MenuName,
  type ModelArchive,
  type ModelFile,
  type Notice,
  type NoticeAction,
  type OpenedModel,
  type PagePart,
  type Preferences,
  type Theme,
} from "./slices/panels.ts";
export { type RunState, type RunStatus, targetsOfRun } from "./slices/run.ts";
export { nothingSelected } from "./slices/selection.ts";
export { initialView, lastStage, type PageView, type Pane, type Selection } from "./slices/view.ts";

export interface PageState extends DocumentSlice, ViewSlice, RunSlice, SelectionSlice, PanelsSlice {}

export const initialState: PageState = { ...noDocument, ...nothingShown, ...nothingRun, ...noSelection, ...panelsAtFirst };

/**
 * The pipeline with each pass that changes the regions of target `from` set to target `to`; the same list if there is
 * none.
 */
export function pipelineFor(
  pipeline: readonly PipelineStep[],
  from: string,
  to: string,
  catalog: Pick<Catalog, "passes"> | undefined,
): readonly PipelineStep[] {
  const changed = pipeline.map((step) => {
    const own = catalog?.passes.find(({ name }) => name === step.pass)?.options.find(({ name }) => name === "compiler");
    const { compiler = own?.default, ...options } = step.options;
    if (!own || compiler !== from) return step;
    return { ...step, options: to === own.default ? options : { ...options, compiler: to } };
  });
  return changed.every((step, i) => step === pipeline[i]) ? pipeline : changed;
}

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

/** Whether the other pane's stage is the later one: a pinned stage may be. */
export function isOtherLater(state: Parameters<typeof stageBeside>[0]): boolean {
  return stageBeside(state) > shownStage(state);
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

/** Whether an edit of the pipeline runs it on a partitioned module: it runs there already, or the run is offered. */
export function isPipelineAskedFor({ document, run }: Pick<PageState, "document" | "run">): boolean {
  return (document.partitionsAgain ?? false) || isOffered({ run });
}

/** The number of problems of a severity. Problems of a file that is being edited count as errors. */
export function problemCount({ run, draftProblems }: Pick<PageState, "run" | "draftProblems">, severity: Problem["severity"]): number {
  const ofRun = run.problems.filter((problem) => problem.severity === severity).length;
  return severity === "error" ? ofRun + draftProblems.length : ofRun;
}

/** Whether the module has regions already, so that the pipeline waits for a request. */
export function isOffered({ run }: Pick<PageState, "run">): boolean {
  return run.stages.some((stage) => stage.status === "offered");
}

/** The state with the editor open, also next to the inspector. */
export function withEditor({ preferences }: PageState): Pick<PageState, "isLeftKept" | "preferences"> {
  return { isLeftKept: true, preferences: { ...preferences, isLeftOpen: true } };
}

/** What colors represent where that is fixed. Lessons name targets, so they need the colors of targets. */
export function chosenColors({ preferences, learning }: Pick<PageState, "preferences" | "learning">): ColorBy | undefined {
  return preferences.colorBy ?? (learning ? "target" : undefined);
}

/** Whether the text is empty or holds no Relay that could be read: there is nothing to draw, and no pass runs. */
export function isUnread({ run, document }: Pick<PageState, "run" | "document">): boolean {
  return document.text.trim() === "" || run.stages[0]?.status === "failed";
}

/**
 * Whether the list of problems is open. Notes alone do not open it, nor does a file that is being written, as it has an
 * error at every other key.
 */
export function isProblemListShown({ run, preferences }: Pick<PageState, "run" | "preferences">): boolean {
  const { isProblemsOpen: isOpen = run.problems.some(({ severity }) => severity !== "info") } = preferences;
  return isOpen && run.problems.length > 0;
}

/** The target of a run that annotated for it and ended without a region; empty for other runs, and in a lesson. */
export function unusedTarget({ run: { stages }, document, learning }: Pick<PageState, "run" | "document" | "learning">): string {
  const last = stages[document.pipeline.length]?.summary;
  const isAnnotated = stages.some(({ pass, status }) => pass === "AnnotateTarget" && (status === "done" || status === "unchanged"));
  return last && isAnnotated && last.operators > 0 && last.regions.length === 0 && !learning ? document.target : "";
}
