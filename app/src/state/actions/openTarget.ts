/** A target of Python files, opened: what is loaded with the first one. */
import type { TargetFile } from "@relayscope/engine";
import { byocPipeline, lastStage } from "../model.ts";
import type { ActionContext } from "./context.ts";
import type { settingsActions } from "./settings.ts";

/** Makes a target of Python files and chooses it: one step of undo, one run. What is wrong with the files is shown at their lines. */
export async function openTarget(
  files: readonly TargetFile[],
  { getState, setState, setView, notify, engine }: ActionContext,
  { editSettings }: ReturnType<typeof settingsActions>,
): Promise<void> {
  const [first] = files;
  if (!first) return;
  const read = await engine.targetFiles(files).catch(() => undefined);
  const stem = first.name.split("/").at(-1)?.replace(/\.py$/, "") ?? "target";
  const name = read?.name || stem;
  const { customTargets, pipeline, target } = getState().document;
  const spec = { name, patterns: [], operators: [], files };
  const others = customTargets.filter((t) => t.name !== name);
  const isKept = target === name;
  editSettings({ customTargets: [...others, spec], target: name, pipeline: isKept ? pipeline : byocPipeline });
  setView({ stage: lastStage });
  setState((state) => ({ leftTab: "target", part: "text", preferences: { ...state.preferences, isLeftOpen: true } }));
  if (!read || read.problem) {
    const problem = read?.problem;
    const where = problem ? `line ${problem.line} of \`${problem.file}\`: ${problem.message}` : `\`${first.name}\``;
    notify({ id: "target", tone: "error", text: `The file defines no target. See ${where}` });
    return;
  }
  const checks = read.entries.filter(({ hasCheck }) => hasCheck).length;
  const parts = [`${read.entries.length} patterns (${checks} with a check)`, `${read.operators.length} operator rules`];
  notify({ id: "target", tone: "info", text: `\`${name}\` is the target now: ${parts.join(", ")}. Its checks run as they are.` });
}
