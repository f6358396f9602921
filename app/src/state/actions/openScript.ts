/** Opens the module that a Python script builds; loaded with the first one. */
import type { ScriptAnswer } from "@relayscope/engine";
import { type Notebook, placeInCells } from "@relayscope/files";
import { plural } from "../../ui/format.ts";
import { flowOf, type NoticeAction, type Settings } from "../model.ts";
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

interface ScriptSettings {
  readonly settings?: Partial<Settings>;
  readonly words: readonly string[];
}

/** The targets and the passes with which a script partitions; none if one of the targets is unknown. */
function settingsOf({ targets, customTargets = [], flow }: ScriptAnswer, { getState }: ActionContext): ScriptSettings {
  const { document, catalog } = getState();
  const [target = "", ...others] = targets;
  const described = new Set(customTargets.map(({ name }) => name));
  const kept = document.customTargets.filter(({ name }) => !described.has(name));
  const isOwn = (name: string) => described.has(name) || kept.some((own) => own.name === name);
  const infoOf = (name: string) => catalog?.targets.find((known) => known.name === name);
  const info = isOwn(target) ? undefined : infoOf(target);
  if (flow && target !== "" && targets.every((name) => isOwn(name) || infoOf(name))) {
    const is = described.size === 0 ? "The pipeline is" : `The ${described.size === 1 ? "target" : "targets"} and the pipeline are`;
    return {
      settings: { target, customTargets: [...kept, ...customTargets], bindParameters: false, ...flow },
      words: [`${is} the script's.`],
    };
  }
  if (!info || others.length > 0) return { words: [] };
  return { settings: { target, ...flowOf(info) }, words: [`The pipeline is the flow of \`${target}\`.`] };
}

/** Opens the module that a script builds, with the passes and the target with which the script partitions it. */
export function openScript(script: ScriptFile, answer: ScriptAnswer, context: ActionContext, offerUndo: () => NoticeAction): void {
  const { built, targets, problem } = answer;
  if (!built) return;
  const { settings, words } = settingsOf(answer, context);
  const sent = { values: built.values, left: built.left };
  putDocument(context, built.text, settings, sent);
  const isPartitioned = targets.length > 0;
  const parts = [
    `This is the module that \`${script.name}\` builds${isPartitioned ? ", before the script partitions it" : ""}.`,
    ...words,
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
