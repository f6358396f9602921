/** The document's pipeline, target and level, and their undo. */
import type { PipelineStep, TargetSpec } from "@relayscope/engine";
import { isOtherText } from "../drawn.ts";
import {
  byocPipeline,
  copyName,
  flowOf,
  isPipelineAskedFor,
  lastStage,
  type PageDocument,
  type PageState,
  pipelineFor,
  type Settings,
  settingsOf,
} from "../model.ts";
import { type ActionContext, undoDepth } from "./context.ts";
import { withoutDocument } from "./newDocument.ts";

/** Whether an entry of the history also holds the text. */
const isWhole = (settings: Settings): settings is PageDocument => "text" in settings;

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
  const { store, getState, setState, setView, runner, notify } = context;

  /**
   * Changes pipeline, target or level, and the text if one is given, as one step of undo and one run. A change that
   * continues the previous one is undone with it.
   */
  function editSettings(change: Partial<Settings>, text = getState().document.text, isContinued = false): void {
    setState((state) => ({
      past: isContinued ? state.past : [...state.past.slice(1 - undoDepth), settingsOf(state.document)],
      future: [],
      notices: withoutSettings(state),
      document: { ...state.document, partitionsAgain: text === state.document.text && isPipelineAskedFor(state), ...change, text },
    }));
    runner.start();
  }

  function editPipeline(edit: (pipeline: PipelineStep[]) => void): void {
    const pipeline = [...getState().document.pipeline];
    edit(pipeline);
    editSettings({ pipeline });
  }

  function travel(from: "past" | "future", to: "past" | "future"): void {
    const state = getState();
    const settings = state[from].at(-1);
    if (!settings) return;
    const own = isWhole(settings) ? { ...state.document } : settingsOf(state.document);
    setState({
      [from]: state[from].slice(0, -1),
      [to]: [...state[to], own],
      notices: withoutSettings(state),
      document: isWhole(settings) ? settings : { ...state.document, ...settings },
      ...(isWhole(settings) && isOtherText(state.document.text, settings.text) ? withoutDocument(state) : {}),
    });
    runner.start();
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
   * edited one. `isContinued`: the edit continues the previous one.
   */
  function editTarget(name: string, spec: TargetSpec, isContinued = false): void {
    const { document, catalog } = getState();
    const { customTargets, target } = document;
    const isKnown = customTargets.some((t) => t.name === name);
    const edited = isKnown ? customTargets.map((t) => (t.name === name ? spec : t)) : [...customTargets, spec];
    const isAsBuiltIn = catalog?.targets.some((info) => isSameTarget(info.spec, spec)) ?? false;
    const change = {
      customTargets: isAsBuiltIn ? edited.filter((t) => t !== spec) : edited,
      target: target === name ? spec.name : target,
    };
    editSettings(change, document.text, isContinued);
  }

  /** Removes a target of the document. If it was chosen, the built-in one of its name is, or the first of all. */
  function removeTarget(name: string): void {
    const { document, catalog } = getState();
    const customTargets = document.customTargets.filter((t) => t.name !== name);
    const known = catalog?.targets.map((info) => info.name) ?? [];
    const next = known.find((other) => name === other || name === copyName(other)) ?? known[0] ?? name;
    const pipeline = pipelineFor(document.pipeline, name, next, catalog);
    editSettings(document.target === name ? { customTargets, target: next, pipeline } : { customTargets });
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
