/** The document's pipeline, target and level, and their undo. */
import type { PipelineStep, TargetSpec } from "@relayscope/engine";
import { isOtherText } from "../drawn.ts";
import { shownMode } from "../graphRequests.ts";
import {
  byocPipeline,
  copyName,
  flowOf,
  isPipelineAskedFor,
  lastStage,
  nothingSelected,
  type PageDocument,
  type PageState,
  pipelineFor,
  type Settings,
  settingsOf,
} from "../model.ts";
import { type ActionContext, undoDepth } from "./context.ts";
import { wholeOf, withoutDocument } from "./newDocument.ts";

/** Whether the document's target is one of Python files. */
const hasFiles = ({ customTargets, target }: PageDocument) => customTargets.some(({ name, files }) => files && name === target);

/** Whether two targets have the same name and say the same. */
function isSameTarget(one: TargetSpec, other: TargetSpec): boolean {
  const said = ({ name, patterns, operators, files = [], settings = {}, flowOptions = {}, given = {} }: TargetSpec) =>
    JSON.stringify([name, patterns, operators, files, settings, flowOptions, given]);
  return said(one) === said(other);
}

/** Notices about the settings at that moment: a change makes them untrue. */
const ofSettings: ReadonlySet<string> = new Set(["applied", "flow", "look", "pasted", "target"]);

function withoutSettings({ notices }: Pick<PageState, "notices">): PageState["notices"] {
  return notices.filter(({ id }) => !ofSettings.has(id));
}

/** Edits of the inputs of a run other than the text. Each is one step of undo and one run. */
export function settingsActions(context: ActionContext) {
  const { store, getState, setState, setView, runner, viewports, notify } = context;

  /**
   * Changes pipeline, target or level, and the text if one is given, as one step of undo and one run. A change that
   * continues the previous one is undone with it.
   */
  function editSettings(change: Partial<Settings>, text = getState().document.text, isContinued = false): void {
    const before = getState();
    setState((state) => ({
      past: isContinued ? state.past : [...state.past.slice(1 - undoDepth), settingsOf(state.document)],
      future: [],
      notices: isContinued ? state.notices : withoutSettings(state),
      document: { ...state.document, partitionsAgain: text === state.document.text && isPipelineAskedFor(state), ...change, text },
    }));
    startAfter(before);
  }

  /** Starts a run. The map of another target is another picture, and so is that of another text. */
  function startAfter(before: PageState): void {
    const { document, view } = getState();
    const { target, text } = before.document;
    const epoch = runner.start();
    const isOther =
      (target !== document.target && shownMode(before) === "map") || (text !== document.text && isOtherText(text, document.text));
    if (isOther) viewports.release(epoch, view.selection?.nodes);
  }

  function editPipeline(edit: (pipeline: PipelineStep[]) => void): void {
    const pipeline = [...getState().document.pipeline];
    edit(pipeline);
    editSettings({ pipeline });
  }

  function travel(from: "past" | "future", to: "past" | "future"): void {
    const state = getState();
    const entry = state[from].at(-1);
    if (!entry) return;
    const changed = {
      [from]: state[from].slice(0, -1),
      [to]: [...state[to], "text" in entry ? wholeOf(state) : settingsOf(state.document)],
      notices: withoutSettings(state),
    };
    if ("text" in entry) {
      const { view, ...document } = entry;
      // The other document comes back as it was seen.
      const isOther = isOtherText(state.document.text, document.text);
      setState({ ...changed, document, ...(isOther ? { view, ...nothingSelected, ...withoutDocument(state) } : {}) });
    } else setState({ ...changed, document: { ...state.document, ...entry } });
    startAfter(state);
  }

  /** Chooses a target and, with it, the flow that the target's users run. */
  function chooseTarget(name: string): void {
    const { document, catalog } = getState();
    const info = catalog?.targets.find((t) => t.name === name);
    const flow = info && flowOf(info);
    const own = document.customTargets.find((t) => t.name === name && t.files);
    const copied = catalog?.targets.find((t) => copyName(t.name) === name);
    if (copied) {
      // A copy has the flow of its original, whose passes change the copy's regions.
      const copiedFlow = flowOf(copied);
      editSettings({ target: name, ...copiedFlow, pipeline: pipelineFor(copiedFlow.pipeline, copied.name, name, catalog) });
    } else if (own) {
      void import("./openTarget.ts").then(({ chooseFlow }) => chooseFlow(own, own.flowOptions ?? {}, context, { editSettings }));
    } else editSettings({ target: name, ...(flow ?? { pipeline: byocPipeline }) });
    setView({ stage: lastStage });
    if (!info || (info.optLevel === document.optLevel && info.bindsParameters === document.bindParameters)) return;
    notify({
      id: "flow",
      tone: "info",
      text: `\`${name}\` brings its own flow: ${info.pipeline.length} passes at opt level ${info.optLevel}, parameters ${info.bindsParameters ? "bound" : "not bound"}.`,
      action: { label: "Undo", run: () => travel("past", "future") },
    });
  }

  /** Runs the pipeline on an already partitioned module. */
  function partitionAgain(): void {
    editSettings({ partitionsAgain: true });
    setView({ stage: lastStage });
  }

  /**
   * Replaces the target of the same name by an edited one, or adds it; a built-in target that is as it was is not an
   * edited one. If the edit gives it another name, the document's target and pipeline follow. `isContinued`: the edit
   * continues the previous one.
   */
  function editTarget(name: string, spec: TargetSpec, isContinued = false): void {
    const { document, catalog } = getState();
    const { customTargets, target, pipeline } = document;
    const isRenamed = target === name && target !== spec.name;
    const isKnown = customTargets.some((t) => t.name === name);
    const others = customTargets.filter((t) => t.name === name || t.name !== spec.name);
    const edited = isKnown ? others.map((t) => (t.name === name ? spec : t)) : [...others, spec];
    const isAsBuiltIn = catalog?.targets.some((info) => isSameTarget(info.spec, spec)) ?? false;
    const change = {
      customTargets: isAsBuiltIn ? edited.filter((t) => t !== spec) : edited,
      ...(isRenamed ? { target: spec.name, pipeline: pipelineFor(pipeline, name, spec.name, catalog) } : {}),
    };
    editSettings(change, document.text, isContinued);
  }

  /**
   * Removes a target of the document. If it was chosen, the built-in one of its name is, or the first of all with its
   * flow.
   */
  function removeTarget(name: string): void {
    const { document, catalog } = getState();
    const customTargets = document.customTargets.filter((t) => t.name !== name);
    const known = catalog?.targets ?? [];
    const next = known.find((other) => name === other.name || name === copyName(other.name)) ?? known[0];
    if (document.target !== name || !next || next.name === name) editSettings({ customTargets });
    else editSettings({ customTargets, target: next.name, ...flowOf(next) });
  }

  // A target's own flow depends on what its files do with the model: each text may have another one.
  store.subscribe(({ run, document }, before) => {
    if (run === before.run || run.status !== "finished" || !hasFiles(document)) return;
    void import("./openTarget.ts").then(({ followFlow }) => followFlow(context)).catch(() => undefined);
  });

  return {
    editSettings,
    editPipeline,
    undo: () => travel("past", "future"),
    redo: () => travel("future", "past"),
    chooseTarget,
    partitionAgain,
    editTarget,
    removeTarget,
  };
}
