/** A target of Python files, opened: what is loaded with the first one. */

import type { FileFlow, TargetFile, TargetSpec } from "@relayscope/engine";
import { plural } from "../../ui/format.ts";
import { byocPipeline, lastStage, type Settings, withEditor } from "../model.ts";
import type { ActionContext } from "./context.ts";

/** The action that all of this ends in. */
interface Edits {
  editSettings(change: Partial<Settings>, text?: string, isContinued?: boolean): void;
}

/** What a run is given for a file's own flow; the standard flow where there is none. */
function settingsOfFlow(flow: FileFlow | undefined): Partial<Settings> {
  if (!flow || flow.problem !== undefined) return { pipeline: byocPipeline };
  return { pipeline: flow.pipeline, optLevel: flow.optLevel, bindParameters: flow.bindsParameters };
}

/** Chooses a target of Python files with its own flow, under values of the flow's options: one step of undo, one run. */
export async function chooseFlow(
  spec: TargetSpec,
  flowOptions: NonNullable<TargetSpec["flowOptions"]>,
  { getState, engine }: ActionContext,
  { editSettings }: Edits,
): Promise<void> {
  const read = await engine.targetFiles(spec.files ?? [], flowOptions).catch(() => undefined);
  const { flowOptions: _, ...rest } = spec;
  const changed = Object.keys(flowOptions).length > 0 ? { ...rest, flowOptions } : rest;
  const customTargets = getState().document.customTargets.map((t) => (t === spec ? changed : t));
  editSettings({ customTargets, target: spec.name, ...settingsOfFlow(read?.flow) });
}

/** After an edit of a target's files: the pipeline follows their flow, where it was the flow before. */
export async function followFlow(
  before: TargetSpec,
  after: TargetSpec,
  { getState, engine }: ActionContext,
  { editSettings }: Edits,
): Promise<void> {
  const [was, is] = await Promise.all([before, after].map(({ files = [], flowOptions }) => engine.targetFiles(files, flowOptions)));
  const { pipeline, customTargets, text } = getState().document;
  const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);
  const isWanted = customTargets.includes(after) && was?.flow && same(was.flow.pipeline, pipeline);
  if (!isWanted || !is?.flow || is.flow.problem !== undefined || same(is.flow.pipeline, pipeline)) return;
  editSettings(settingsOfFlow(is.flow), text, true);
}

/** Makes a target of Python files and chooses it: one step of undo, one run. What is wrong with the files is shown at their lines. */
export async function openTarget(
  files: readonly TargetFile[],
  { getState, setState, setView, notify, engine }: ActionContext,
  { editSettings }: Edits,
): Promise<void> {
  const [first] = files;
  if (!first) return;
  const read = await engine.targetFiles(files).catch(() => undefined);
  const stem = first.name.split("/").at(-1)?.replace(/\.py$/, "") ?? "target";
  const name = read?.name || stem;
  const { customTargets, pipeline, target } = getState().document;
  const spec = { name, patterns: [], operators: [], files };
  const others = customTargets.filter((t) => t.name !== name);
  const flow = target === name && !read?.flow ? { pipeline } : settingsOfFlow(read?.flow);
  editSettings({ customTargets: [...others, spec], target: name, ...flow });
  setView({ stage: lastStage });
  setState((state) => ({ leftTab: "target", part: "text", ...withEditor(state) }));
  if (!read || read.problem) {
    const problem = read?.problem;
    const where = problem ? `line ${problem.line} of \`${problem.file}\`: ${problem.message}` : `\`${first.name}\``;
    notify({ id: "target", tone: "error", text: `The file defines no target. See ${where}` });
    return;
  }
  const checks = read.entries.filter(({ hasCheck }) => hasCheck).length;
  const parts = [`${plural(read.entries.length, "pattern")} (${checks} with a check)`, plural(read.rules.length, "operator rule")];
  const own = read.flow && read.flow.problem === undefined ? ` The pipeline is its \`${read.flow.name}\`.` : "";
  notify({ id: "target", tone: "info", text: `\`${name}\` is the target now: ${parts.join(", ")}. Its checks run as they are.${own}` });
}
