/** What a command reads: Relay text, or a model that is imported first. */
import type { WeightValues } from "@relayscope/engine";
import { isModelName } from "@relayscope/engine/models";
import { failureSentence, importFile, readModel } from "@relayscope/engine/models/importFile";
import { unpackedName } from "@relayscope/files";
import type { NamedShape, NamedType } from "../command/flags.ts";
import { inputProblems } from "../diagnostics.ts";
import { CommandFailure, exitCodes, type Terminal, usageFailure } from "../terminal.ts";
import { decodeText } from "./decodeText.ts";
import { nameOf, readBytes } from "./readBytes.ts";

/** What a command works on. */
export interface ReadInput {
  readonly text: string;
  /** The values of a model's weights. */
  readonly values?: WeightValues;
}

interface ModelOptions {
  readonly shape: readonly NamedShape[];
  readonly dtype: readonly NamedType[];
  readonly "keep-params": boolean;
  readonly "bind-params": boolean;
}

/** The first flag about models that is given. */
function modelFlagIn(options: ModelOptions): string | undefined {
  if (options.shape.length > 0) return "shape";
  if (options.dtype.length > 0) return "dtype";
  return options["keep-params"] ? "keep-params" : options["bind-params"] ? "bind-params" : undefined;
}

/** The Relay text of FILE (`-` for standard input), a model imported with its values. Throws a `CommandFailure`; problems of an import go to standard error. */
export async function readInput(file: string, options: ModelOptions, terminal: Terminal): Promise<ReadInput> {
  const what = nameOf(file);
  const bytes = await readBytes(file, terminal);
  const decoded = isModelName(unpackedName(file)) ? undefined : decodeText(bytes);
  if (!decoded) return importedText(file, bytes, options, terminal);
  if (decoded.text.trim() === "") throw new CommandFailure(exitCodes.failed, inputProblems.empty(what));
  const flag = modelFlagIn(options);
  if (flag !== undefined) throw usageFailure(inputProblems.modelFlag(flag, what));
  if (decoded.isLossy) terminal.complain(inputProblems.lossy(what));
  return { text: decoded.text };
}

/** The text of FILE. Throws a `CommandFailure` where it is none. */
export async function readText(file: string, terminal: Terminal): Promise<string> {
  const decoded = decodeText(await readBytes(file, terminal));
  if (!decoded) throw new CommandFailure(exitCodes.failed, inputProblems.noText(nameOf(file)));
  return decoded.text;
}

/** The Relay text of a model. Throws a `CommandFailure` where FILE is none. */
export async function readModelFile(file: string, options: ModelOptions, terminal: Terminal): Promise<ReadInput> {
  const what = nameOf(file);
  const bytes = await readBytes(file, terminal);
  if (!isModelName(unpackedName(file)) && decodeText(bytes)) throw new CommandFailure(exitCodes.failed, inputProblems.notAModel(what));
  return importedText(file, bytes, options, terminal);
}

/** The text of a model; what could not be converted or is in another file is said on standard error. */
function importedText(file: string, bytes: Uint8Array, options: ModelOptions, terminal: Terminal): ReadInput {
  const shapes = new Map(options.shape.map(({ name, sizes }) => [name, sizes]));
  const dtypes = new Map(options.dtype.map(({ name, dtype }) => [name, dtype]));
  const [keeps, binds] = [options["keep-params"], options["bind-params"]];
  if (keeps && binds) throw usageFailure(inputProblems.bothParams);
  try {
    const { text, values, problems, leftOut } = importFile(readModel(bytes, unpackedName(file)), {
      shapes,
      dtypes,
      ...(keeps || binds ? { keepsParameters: keeps } : {}),
    });
    for (const { message } of problems) terminal.complain(inputProblems.importProblem(message));
    if (leftOut.weights > 0) terminal.complain(inputProblems.leftOut(leftOut.weights, leftOut.files));
    return { text, values };
  } catch (error) {
    throw new CommandFailure(exitCodes.failed, inputProblems.unread(nameOf(file), failureSentence(error)));
  }
}
