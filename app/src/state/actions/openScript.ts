/** Opens the module that a Python script builds; loaded with the first one. */
import type { ScriptAnswer } from "@relayscope/engine";
import { flowOf, type NoticeAction } from "../model.ts";
import type { ActionContext } from "./context.ts";
import { heldValues } from "./heldValues.ts";
import { putDocument } from "./withValues.ts";

/** Opens the module that a script builds, with the passes and the target with which the script partitions it. */
export function openScript(
  name: string,
  { built, targets, flow, problem }: ScriptAnswer,
  context: ActionContext,
  offerUndo: () => NoticeAction,
): void {
  if (!built) return;
  const { document, catalog } = context.getState();
  const [target = "", ...others] = targets;
  const isOwn = document.customTargets.some((own) => own.name === target);
  const info = isOwn || others.length > 0 ? undefined : catalog?.targets.find((known) => known.name === target);
  const settings = info && { target, ...flowOf(info), ...flow };
  const sent = { values: built.values, left: built.left };
  putDocument(context, built.text, settings, sent);
  const isPartitioned = targets.length > 0;
  const parts = [
    `This is the module that \`${name}\` builds${isPartitioned ? ", before the script partitions it" : ""}.`,
    ...(info ? [flow ? "The pipeline is the script's." : `The pipeline is the flow of \`${target}\`.`] : []),
    ...(problem ? [`The script stops at line ${problem.line}: ${problem.message.replace(/\.$/, "")}.`] : []),
    ...(built.values.constants.size + built.left > 0 ? [heldValues(sent)] : []),
  ];
  context.notify({ id: "model", tone: "info", hasLesson: true, text: parts.join(" "), action: offerUndo() });
}

/** Why a script builds no module here, and what to do. */
export function unbuiltScript(name: string, { message, line }: NonNullable<ScriptAnswer["problem"]>): string {
  const why = `\`${name}\` builds no module here. Line ${line}: ${message.replace(/\.$/, "")}.`;
  return `${why} Open the model's file itself, or run the script in TVM and paste what \`print(mod)\` gives.`;
}
