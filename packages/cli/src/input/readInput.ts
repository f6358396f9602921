/** What a command reads: Relay text, or a model that is imported first. */
import { isModelName } from "@relayscope/engine/models";
import { failureSentence, importFile, readModel } from "@relayscope/engine/models/importFile";
import type { NamedShape } from "../command/flags.ts";
import { inputProblems } from "../diagnostics.ts";
import { CommandFailure, exitCodes, type Terminal, usageFailure } from "../terminal.ts";
import { decodeText } from "./decodeText.ts";
import { nameOf, readBytes } from "./readBytes.ts";

interface ModelOptions {
  readonly shape: readonly NamedShape[];
  readonly "keep-params": boolean;
}

/** The Relay text of FILE (`-` for standard input), a model imported. Throws a `CommandFailure`; problems of an import go to standard error. */
export async function readInput(file: string, options: ModelOptions, terminal: Terminal): Promise<string> {
  const what = nameOf(file);
  const bytes = await readBytes(file, terminal);
  const decoded = isModelName(file) ? undefined : decodeText(bytes);
  if (!decoded) return importedText(file, bytes, options, terminal);
  if (decoded.text.trim() === "") throw new CommandFailure(exitCodes.failed, inputProblems.empty(what));
  const flag = options.shape.length > 0 ? "shape" : options["keep-params"] ? "keep-params" : undefined;
  if (flag !== undefined) throw usageFailure(inputProblems.modelFlag(flag, what));
  if (decoded.isLossy) terminal.complain(inputProblems.lossy(what));
  return decoded.text;
}

/** The Relay text of a model. Throws a `CommandFailure` where FILE is none. */
export async function readModelFile(file: string, options: ModelOptions, terminal: Terminal): Promise<string> {
  const what = nameOf(file);
  const bytes = await readBytes(file, terminal);
  if (!isModelName(file) && decodeText(bytes)) throw new CommandFailure(exitCodes.failed, inputProblems.notAModel(what));
  return importedText(file, bytes, options, terminal);
}

/** The text of a model; what could not be converted or is in another file is said on standard error. */
function importedText(file: string, bytes: Uint8Array, options: ModelOptions, terminal: Terminal): string {
  const shapes = new Map(options.shape.map(({ name, sizes }) => [name, sizes]));
  try {
    const { text, problems, leftOut } = importFile(readModel(bytes, file), {
      shapes,
      ...(options["keep-params"] ? { keepsParameters: true } : {}),
    });
    for (const { message } of problems) terminal.complain(inputProblems.importProblem(message));
    if (leftOut.weights > 0) terminal.complain(inputProblems.leftOut(leftOut.weights, leftOut.files));
    return text;
  } catch (error) {
    throw new CommandFailure(exitCodes.failed, inputProblems.unread(nameOf(file), failureSentence(error)));
  }
}
