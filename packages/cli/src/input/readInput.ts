/** Reads a command's input: Relay text, or a model that is imported first. */
import type { WeightValues } from "@relayscope/engine";
import { isModelName, modelEndings } from "@relayscope/engine/models";
import { failureSentence, importFile, readModel } from "@relayscope/engine/models/importFile";
import { decodeText, fileProblems, foreignFormat, isArchive, listArchive, openArchived, unpackedName } from "@relayscope/files";
import type { NamedShape, NamedType } from "../command/flags.ts";
import { inputProblems } from "../diagnostics.ts";
import { CommandFailure, exitCodes, type Terminal, usageFailure } from "../terminal.ts";
import { nameOf, readBytes } from "./readBytes.ts";

/** The input of a command. */
export interface ReadInput {
  readonly text: string;
  /** The values of a model's weights. */
  readonly values?: WeightValues;
}

interface ModelOptions {
  readonly model: string | undefined;
  readonly shape: readonly NamedShape[];
  readonly dtype: readonly NamedType[];
  readonly "keep-params": boolean;
  readonly "bind-params": boolean;
}

/** The first flag about models that is given. */
function modelFlagIn(options: ModelOptions): string | undefined {
  if (options.model !== undefined) return "model";
  if (options.shape.length > 0) return "shape";
  if (options.dtype.length > 0) return "dtype";
  return options["keep-params"] ? "keep-params" : options["bind-params"] ? "bind-params" : undefined;
}

/**
 * The Relay text of FILE (`-` for standard input), a model imported with its values. Throws a `CommandFailure`;
 * problems of an import go to standard error.
 */
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

/** The text of FILE. Throws a `CommandFailure` if it is not text. */
export async function readText(file: string, terminal: Terminal): Promise<string> {
  const decoded = decodeText(await readBytes(file, terminal));
  if (!decoded) throw new CommandFailure(exitCodes.failed, inputProblems.noText(nameOf(file)));
  return decoded.text;
}

/**
 * The Relay text of a model, or of a text that `readBuilt` reads. Throws a `CommandFailure` if FILE is neither.
 */
export async function readModelFile(
  file: string,
  options: ModelOptions,
  terminal: Terminal,
  readBuilt: (text: string) => Promise<ReadInput | undefined>,
): Promise<ReadInput> {
  const what = nameOf(file);
  const bytes = await readBytes(file, terminal);
  const decoded = isModelName(unpackedName(file)) ? undefined : decodeText(bytes);
  if (decoded) {
    const built = await readBuilt(decoded.text);
    if (!built) throw new CommandFailure(exitCodes.failed, inputProblems.notAModel(what));
    const flag = modelFlagIn(options);
    if (flag !== undefined) throw usageFailure(inputProblems.modelFlag(flag, what));
    return built;
  }
  return importedText(file, bytes, options, terminal);
}

/** The model that FILE is, or that it holds as a zip archive, with its name. */
async function modelIn(
  file: string,
  bytes: Uint8Array,
  asked: string | undefined,
): Promise<{ readonly what: string; readonly name: string; readonly bytes: Uint8Array }> {
  const what = nameOf(file);
  if (!isArchive(bytes)) {
    if (asked !== undefined) throw usageFailure(inputProblems.noArchive(what));
    return { what, name: unpackedName(file), bytes };
  }
  const failed = (sentence: string) => new CommandFailure(exitCodes.failed, sentence);
  const archive = new Blob([new Uint8Array(bytes)]);
  const found = await listArchive(archive, what);
  if (found.kind === "refused") throw failed(found.message);
  const models = found.files.filter(({ name }) => isModelName(name));
  const names = models.map(({ name }) => name);
  const [first, ...others] = asked === undefined ? models : models.filter(({ name }) => name === asked);
  if (models.length === 0) throw failed(fileProblems.noModel(what, modelEndings));
  if (!first) throw failed(inputProblems.unknownModel(what, asked ?? "", names));
  if (others.length > 0) throw failed(inputProblems.severalModels(what, names));
  const opened = await openArchived(archive, first, what);
  if (opened.kind === "refused") throw failed(opened.message);
  return { what: inputProblems.modelOf(first.name, what), name: first.name, bytes: new Uint8Array(await opened.file.arrayBuffer()) };
}

/** The text of a model; what could not be converted or is in another file is said on standard error. */
async function importedText(file: string, given: Uint8Array, options: ModelOptions, terminal: Terminal): Promise<ReadInput> {
  const shapes = new Map(options.shape.map(({ name, sizes }) => [name, sizes]));
  const dtypes = new Map(options.dtype.map(({ name, dtype }) => [name, dtype]));
  const foreign = foreignFormat(unpackedName(file));
  if (foreign) throw new CommandFailure(exitCodes.failed, fileProblems.foreign(nameOf(file), foreign));
  const [keeps, binds] = [options["keep-params"], options["bind-params"]];
  if (keeps && binds) throw usageFailure(inputProblems.bothParams);
  const { what, name, bytes } = await modelIn(file, given, options.model);
  try {
    const { text, values, problems, leftOut } = importFile(readModel(bytes, name), {
      shapes,
      dtypes,
      ...(keeps || binds ? { keepsParameters: keeps } : {}),
    });
    for (const { message } of problems) terminal.complain(inputProblems.importProblem(message));
    if (leftOut.weights > 0) terminal.complain(inputProblems.leftOut(leftOut.weights, leftOut.files));
    return { text, values };
  } catch (error) {
    throw new CommandFailure(exitCodes.failed, inputProblems.unread(what, failureSentence(error)));
  }
}
