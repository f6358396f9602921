/** The document's pipeline, target and level, and their undo. */
import type { PipelineStep } from "@relayscope/engine";
import { isOtherText } from "../drawn.ts";
import { shownMode } from "../graphRequests.ts";
import {
  isPipelineAskedFor,
  lastStage,
  type NoticeAction,
  nothingSelected,
  type PageDocument,
  type PageState,
  type Settings,
  settingsOf,
} from "../model.ts";
import type { ActionContext } from "./context.ts";
import { stepFrom, wholeOf, withoutDocument, withoutSettings } from "./newDocument.ts";
import type { SwitchedTo } from "./outcomes.ts";
import { targetActions } from "./targets.ts";

/** Whether the document's target is one of Python files. */
const hasFiles = ({ customTargets, target }: PageDocument) => customTargets.some(({ name, files }) => files && name === target);

/** Which list of steps undo or redo goes to. */
type Direction = "past" | "future";

/** Edits of the inputs of a run other than the text. Each is one step of undo and one run. */
export function settingsActions(context: ActionContext) {
  const { store, getState, setState, setView, runner, viewports } = context;

  /**
   * Changes pipeline, target or level, and the text if one is given, as one step of undo and one run. A change that
   * continues the previous one is undone with it. Returns the run's epoch.
   */
  function editSettings(change: Partial<Settings>, text = getState().document.text, isContinued = false): number {
    const before = getState();
    setState((state) => ({
      ...(isContinued ? { future: [] } : { ...stepFrom(state, settingsOf(state.document)), ...withoutSettings(state) }),
      document: { ...state.document, partitionsAgain: text === state.document.text && isPipelineAskedFor(state), ...change, text },
    }));
    return startAfter(before);
  }

  /** Starts a run and returns its epoch. The map of another target, or another text, counts as a new picture. */
  function startAfter(before: PageState): number {
    const { document, view } = getState();
    const { target, text } = before.document;
    const epoch = runner.start();
    const isOther =
      (target !== document.target && shownMode(before) === "map") || (text !== document.text && isOtherText(text, document.text));
    if (isOther) viewports.release(epoch, view.selection?.nodes);
    return epoch;
  }

  /**
   * Reports the outcome of an edit. `before` is the page before it, `epoch` is its run, `to` the newly chosen target.
   */
  function say(before: PageState, epoch: number, to?: SwitchedTo): void {
    const made = { before, after: getState(), epoch };
    void import("./outcomes.ts").then(({ sayEdit }) => sayEdit(context, made, offerUndo(made.after), to));
  }

  function editPipeline(edit: (pipeline: PipelineStep[]) => void): void {
    const pipeline = [...getState().document.pipeline];
    edit(pipeline);
    editSettings({ pipeline });
  }

  function travel(from: Direction): void {
    const state = getState();
    const to = from === "past" ? "future" : "past";
    const entry = state[from].at(-1);
    if (!entry) return;
    const changed = {
      [from]: state[from].slice(0, -1),
      [to]: [...state[to], "text" in entry ? wholeOf(state) : settingsOf(state.document)],
      ...withoutSettings(state),
    };
    if ("text" in entry) {
      const { view, values, ...document } = entry;
      // The other document comes back with its view.
      const isOther = isOtherText(state.document.text, document.text);
      const weights = values && { document: state.documentNumber, values };
      setState({ ...changed, document, weights, ...(isOther ? { view, ...nothingSelected, ...withoutDocument(state) } : {}) });
    } else setState({ ...changed, document: { ...state.document, ...entry } });
    const epoch = startAfter(state);
    const made = { before: state, after: getState(), epoch };
    const back = offer(to, made.after);
    void import("./outcomes.ts").then(({ sayTravel }) => sayTravel(context, made, from, back)).catch(() => undefined);
  }

  /**
   * The undo or redo that a notice offers: of the newest step in `state`, until there is a newer one. A step that
   * restores a text is not offered once the replacing text was edited.
   */
  function offer(from: Direction, { document, ...state }: PageState): NoticeAction {
    const step = state[from].at(-1);
    return {
      label: from === "past" ? "Undo" : "Redo",
      run: () => travel(from),
      isOffered: (now) => now[from].at(-1) === step && !(step && "text" in step && now.document.text !== document.text),
    };
  }

  /** Runs the pipeline on an already partitioned module. */
  function partitionAgain(): void {
    editSettings({ partitionsAgain: true });
    setView({ stage: lastStage });
  }

  const undo = () => travel("past");
  const offerUndo = (state = getState()) => offer("past", state);

  // A target's own flow depends on what its files do with the model: each text may have another one.
  store.subscribe(({ run, document }, before) => {
    if (run === before.run || run.status !== "finished" || !hasFiles(document)) return;
    void import("./openTarget.ts").then(({ followFlow }) => followFlow(context)).catch(() => undefined);
  });

  return {
    editSettings,
    editPipeline,
    undo,
    redo: () => travel("future"),
    offerUndo,
    partitionAgain,
    ...targetActions(context, { editSettings, say, offerUndo }),
  };
}
