/** Python files that the user drops, chooses or pastes: targets, and scripts that build a module. */
import type { TargetFile, TargetSpec } from "@relayscope/engine";
import { isNotebookText, isPythonText } from "@relayscope/files";
import type { NoticeAction } from "../model.ts";
import type { ActionContext } from "./context.ts";
import type { settingsActions } from "./settings.ts";

/** Whether a file is Python, by its name. */
export function isPython({ name }: { readonly name: string }): boolean {
  return name.toLowerCase().endsWith(".py");
}

/** Whether a text is Python or a notebook: it may define a target, or build a module. */
export function isScript(text: string): boolean {
  return isPythonText(text) || isNotebookText(text);
}

/** Opens target files. Uses the actions over settings. */
export function targetFileActions(context: ActionContext, settings: ReturnType<typeof settingsActions>) {
  /** Makes a target of Python files and chooses it. */
  async function openTargetFiles(files: readonly TargetFile[]): Promise<void> {
    const { openTarget } = await import("./openTarget.ts");
    await openTarget(files, context, settings);
  }

  /** Sets the options of a file's own flow, which becomes the pipeline. */
  async function setFlowOptions(spec: TargetSpec, options: NonNullable<TargetSpec["flowOptions"]>): Promise<void> {
    const { chooseFlow } = await import("./openTarget.ts");
    await chooseFlow(spec, options, context, settings);
  }

  /** Opens the Python files among files together as one target. Returns whether there are any. */
  async function openPython(files: readonly File[]): Promise<boolean> {
    const python = files.filter(isPython);
    if (python.length === 0) return false;
    const { openPythonFiles } = await import("./openTarget.ts");
    await openPythonFiles(python, context, settings);
    return true;
  }

  /** Opens what the code cells of a notebook define or build. Returns why the text is to be opened instead. */
  async function openNotebook(file: TargetFile): Promise<string | undefined> {
    if (!isNotebookText(file.text)) return "";
    return (await import("./openTarget.ts")).openNotebook(file, context, settings);
  }

  /** Offers to run a script; `putBack` restores the text before it. */
  function offerTarget(text: string, putBack: Omit<NoticeAction, "label">): void {
    if (isScript(text)) void import("./openTarget.ts").then(({ offerPython }) => offerPython(text, putBack, context, settings));
  }

  return { openTargetFiles, setFlowOptions, openPython, openNotebook, offerTarget };
}
