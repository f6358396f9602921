/** Targets that the user brings as Python files: dropped, chosen, pasted. */
import type { TargetFile } from "@relayscope/engine";
import { limits } from "@relayscope/files";
import { byocPipeline, lastStage } from "../model.ts";
import type { ActionContext } from "./context.ts";
import type { settingsActions } from "./settings.ts";

/** Whether a text is Python that speaks to TVM, and no Relay. */
export function isTargetText(text: string): boolean {
  const start = text.slice(0, 20_000);
  return /^(?:from\s+[\w.]+\s+import\b|import\s+\w)/m.test(start) && /^(?:def|class|@)\s*\w/m.test(start) && !/^def @/m.test(start);
}

/** Opens target files; with the actions over settings that it ends in. */
export function targetFileActions(
  { getState, setState, setView, notify, engine }: ActionContext,
  { editSettings }: ReturnType<typeof settingsActions>,
) {
  /** Makes a target of Python files and chooses it: one step of undo, one run. What is wrong with the files is shown at their lines. */
  async function openTargetFiles(files: readonly TargetFile[]): Promise<void> {
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

  /** Opens the Python files among files together as one target; whether there are any. */
  async function openPython(files: readonly File[]): Promise<boolean> {
    const python = files.filter(({ name }) => name.toLowerCase().endsWith(".py"));
    if (python.length > limits.targetFiles || python.some(({ size }) => size > limits.targetFileCharacters)) {
      notify({ id: "file", tone: "error", text: `A target has at most ${limits.targetFiles} files of 1 MiB each.` });
      return true;
    }
    await openTargetFiles(await Promise.all(python.map(async (file) => ({ name: file.name, text: await file.text() }))));
    return python.length > 0;
  }

  /** Says of a text that is Python that it can be opened as a target; `putBack` brings the text before it back. */
  function offerTarget(text: string, putBack: () => void): void {
    if (!isTargetText(text)) return;
    const run = () => {
      putBack();
      void openTargetFiles([{ name: "pasted.py", text }]);
    };
    notify({ id: "python", tone: "info", text: "This text is Python.", action: { label: "Open it as a target", run } });
  }

  return { openTargetFiles, openPython, offerTarget };
}
