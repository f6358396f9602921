/** Opens the module that a Python script builds; loaded with the first one. */
import type { ScriptAnswer } from "@relayscope/engine";
import { type Notebook, placeInCells } from "@relayscope/files";
import { plural } from "../../ui/format.ts";
import { flowOf, type NoticeAction } from "../model.ts";
import type { ActionContext } from "./context.ts";
import { heldValues } from "./heldValues.ts";
import { putDocument } from "./withValues.ts";

/** A script by the name of its file, which may be a notebook. */
export interface ScriptFile {
  readonly name: string;
  readonly notebook?: Notebook | undefined;
}

/** A line of a script, in words. */
function lineOf({ notebook }: ScriptFile, line: number): string {
  if (!notebook) return `line ${line}`;
  const place = placeInCells(notebook, line);
  return `line ${place.line} of code cell ${place.cell}`;
}

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** A sentence on the lines that are Jupyter's own. */
function skippedLines({ notebook }: ScriptFile): readonly string[] {
  const count = notebook?.skipped ?? 0;
  if (count === 0) return [];
  return [`${plural(count, "line")} of Jupyter's own (\`%\`, \`!\`, \`?\`) ${count === 1 ? "is" : "are"} skipped.`];
}

/** Opens the module that a script builds, with the passes and the target with which the script partitions it. */
export function openScript(
  script: ScriptFile,
  { built, targets, flow, problem }: ScriptAnswer,
  context: ActionContext,
  offerUndo: () => NoticeAction,
): void {
  if (!built) return;
  const { document, catalog } = context.getState();
  const [target = "", ...others] = targets;
  const isOwn = document.customTargets.some((own) => own.name === target);
  const info = isOwn || others.length > 0 ? undefined : catalog?.targets.find((known) => known.name === target);
  const settings = info ? { target, ...flowOf(info), ...flow } : isOwn && others.length === 0 && flow ? { target, ...flow } : undefined;
  const sent = { values: built.values, left: built.left };
  putDocument(context, built.text, settings, sent);
  const isPartitioned = targets.length > 0;
  const parts = [
    `This is the module that \`${script.name}\` builds${isPartitioned ? ", before the script partitions it" : ""}.`,
    ...(settings ? [flow || !info ? "The pipeline is the script's." : `The pipeline is the flow of \`${target}\`.`] : []),
    ...(problem ? [`The script stops at ${lineOf(script, problem.line)}: ${problem.message.replace(/\.$/, "")}.`] : []),
    ...skippedLines(script),
    ...(built.values.constants.size + built.left > 0 ? [heldValues(sent)] : []),
  ];
  context.notify({ id: "model", tone: "info", hasLesson: true, text: parts.join(" "), action: offerUndo() });
}

/** Why a script builds no module here, and what to do. */
export function unbuiltScript(script: ScriptFile, { message, line }: NonNullable<ScriptAnswer["problem"]>): string {
  const why = `\`${script.name}\` builds no module here. ${capitalized(lineOf(script, line))}: ${message.replace(/\.$/, "")}.`;
  return `${[why, ...skippedLines(script)].join(" ")} Open the model's file itself, or run the script in TVM and paste what \`print(mod)\` gives.`;
}
