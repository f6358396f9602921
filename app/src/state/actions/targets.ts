/** Chooses, edits and removes targets of the document. */
import type { TargetSpec } from "@relayscope/engine";
import { byocPipeline, copyName, flowOf, lastStage, type NoticeAction, type PageState, pipelineFor, type Settings } from "../model.ts";
import type { ActionContext } from "./context.ts";
import type { SwitchedTo } from "./outcomes.ts";

/** What the edits of a target are made of. */
interface Edits {
  editSettings(change: Partial<Settings>, text?: string, isContinued?: boolean): number;
  say(before: PageState, epoch: number, to?: SwitchedTo): void;
  offerUndo(): NoticeAction;
}

/** Whether two targets have the same name and the same content. */
function isSameTarget(one: TargetSpec, other: TargetSpec): boolean {
  const said = ({ name, patterns, operators, files = [], settings = {}, flowOptions = {}, given = {} }: TargetSpec) =>
    JSON.stringify([name, patterns, operators, files, settings, flowOptions, given]);
  return said(one) === said(other);
}

/** Edits of targets. Each is one step of undo and one run, and its outcome is reported. */
export function targetActions(context: ActionContext, { editSettings, say, offerUndo }: Edits) {
  const { getState, setView, notify } = context;
  /** Chooses a target and, with it, the flow that the target's users run. */
  function chooseTarget(name: string): void {
    const before = getState();
    const { document, catalog } = before;
    const info = catalog?.targets.find((t) => t.name === name);
    const own = document.customTargets.find((t) => t.name === name && t.files);
    const copied = catalog?.targets.find((t) => copyName(t.name) === name);
    const showLast = () => setView({ stage: lastStage });
    if (own && !copied) {
      const options = own.flowOptions ?? {};
      void import("./openTarget.ts")
        .then(({ chooseFlow }) => chooseFlow(own, options, context, { editSettings }))
        .then((epoch) => say(before, epoch, [name, ""]));
      showLast();
      return;
    }
    // A copy has the flow of its original, whose passes change the copy's regions.
    const flow = copied
      ? { ...flowOf(copied), pipeline: pipelineFor(copied.pipeline, copied.name, name, catalog) }
      : info
        ? flowOf(info)
        : { pipeline: byocPipeline };
    const epoch = editSettings({ target: name, ...flow });
    showLast();
    const isOwnFlow = info && (info.optLevel !== document.optLevel || info.bindsParameters !== document.bindParameters);
    const flowWords = isOwnFlow
      ? `\`${name}\` brings its own flow: ${info.pipeline.length} passes at opt level ${info.optLevel}, parameters ${info.bindsParameters ? "bound" : "not bound"}.`
      : "";
    if (flowWords !== "") notify({ id: "flow", tone: "info", text: flowWords, action: offerUndo() });
    say(before, epoch, [name, flowWords]);
  }

  /**
   * Replaces the target of the same name by an edited one, or adds it. A built-in target that was not changed is not
   * stored. If the edit gives the target another name, the document's target and pipeline follow. `isContinued`: the
   * edit continues the previous one. The outcome of an edit of files is reported.
   */
  function editTarget(name: string, spec: TargetSpec, isContinued = false): void {
    const before = getState();
    const { document, catalog } = before;
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
    const epoch = editSettings(change, document.text, isContinued);
    if (spec.files && !isContinued) say(before, epoch);
  }

  /** The target that was chosen before another one and that there still is, with the flow that it had then. */
  function chosenBefore(name: string, customTargets: readonly TargetSpec[]): Partial<Settings> | undefined {
    const { past, catalog } = getState();
    const known = new Map(catalog?.targets.map((info) => [info.name, info]));
    const entry = past.findLast(({ target }) => target !== name && (known.has(target) || customTargets.some((own) => own.name === target)));
    const info = entry && known.get(entry.target);
    if (!entry) return undefined;
    // The passes of another document are none of this one's.
    if ("text" in entry) return info && { target: info.name, ...flowOf(info) };
    const { target, pipeline, optLevel, bindParameters } = entry;
    return { target, pipeline, optLevel, bindParameters };
  }

  /**
   * Removes a target of the document. If it was chosen, the built-in target of the same name becomes chosen, else the
   * target that was chosen before, or the first one of all with its flow.
   */
  function removeTarget(name: string): void {
    const { document, catalog } = getState();
    const customTargets = document.customTargets.filter((t) => t.name !== name);
    const known = catalog?.targets ?? [];
    const original = known.find((other) => name === other.name || name === copyName(other.name));
    const next = original ?? known[0];
    if (document.target !== name || !next || next.name === name) editSettings({ customTargets });
    else editSettings({ customTargets, target: next.name, ...flowOf(next), ...(original ? {} : chosenBefore(name, customTargets)) });
  }

  return { chooseTarget, editTarget, removeTarget };
}
