/** Reads the bytes of a file or of standard input; fails with a sentence. */
import { closeSync, constants, createReadStream, fstatSync, openSync, readFileSync } from "node:fs";
import { lstat, readdir } from "node:fs/promises";
import { Socket } from "node:net";
import { basename, dirname, resolve } from "node:path";
import { isatty } from "node:tty";
import { isPacked, limits, unpack } from "@relayscope/files";
import { inputProblems, quotedName } from "../diagnostics.ts";
import { CommandFailure, exitCodes, type Terminal } from "../terminal.ts";

/** How sentences name an input at their beginning. */
export function nameOf(file: string): string {
  return file === "-" ? "Standard input" : quotedName(file);
}

/** The bytes of FILE, or of standard input for `-`, unpacked if they are packed by gzip. Throws a `CommandFailure`. */
export async function readBytes(file: string, terminal: Terminal): Promise<Uint8Array> {
  const what = nameOf(file);
  const path = resolve(terminal.folder, file);
  try {
    const bytes = file === "-" ? await gather(terminal.input, what) : await bytesOf(path, what);
    if (bytes.length === 0) throw failed(inputProblems.empty(what));
    return await unpackedBytes(bytes, what);
  } catch (error) {
    throw error instanceof CommandFailure ? error : failed(await problemOf(error, path, what));
  }
}

function failed(sentence: string): CommandFailure {
  return new CommandFailure(exitCodes.failed, sentence);
}

async function bytesOf(path: string, what: string): Promise<Uint8Array> {
  // A pipe without a writer is waited for, which must not keep the process from being ended.
  const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  const info = fstatSync(file);
  // The socket closes its source.
  if (info.isFIFO()) return gather(new Socket({ fd: file, readable: true, writable: false }), what);
  try {
    if (info.isDirectory()) throw failed(inputProblems.folder(what));
    // A terminal is a device that is read; others have no end, or none that is waited for.
    if (info.isBlockDevice() || (info.isCharacterDevice() && !isatty(file))) throw failed(inputProblems.device(what));
    if (info.size > limits.fileBytes) throw failed(inputProblems.tooLarge(what));
    return info.isFile() ? readFileSync(file) : await gather(createReadStream(path, { fd: file, autoClose: false }), what);
  } finally {
    closeSync(file);
  }
}

async function unpackedBytes(bytes: Uint8Array, what: string): Promise<Uint8Array> {
  if (!isPacked(bytes)) return bytes;
  const unpacked = await unpack(new Blob([new Uint8Array(bytes)]), what);
  if (unpacked.kind === "refused") throw failed(unpacked.message);
  return new Uint8Array(await unpacked.file.arrayBuffer());
}

async function gather(stream: NodeJS.ReadableStream, what: string): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of stream) {
    const bytes = typeof chunk === "string" ? Buffer.from(chunk) : chunk;
    chunks.push(bytes);
    length += bytes.length;
    if (length > limits.fileBytes) throw failed(inputProblems.tooLarge(what));
  }
  return Buffer.concat(chunks);
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";
}

async function problemOf(error: unknown, path: string, what: string): Promise<string> {
  switch (codeOf(error)) {
    case "ENOENT":
      return missing(path, what);
    case "EISDIR":
      return inputProblems.folder(what);
    case "ELOOP":
      return inputProblems.loop(what);
    case "EACCES":
    case "EPERM":
      return inputProblems.denied(what);
    case "ENOTDIR":
      return inputProblems.notAFolder(what);
    case "ENAMETOOLONG":
      return inputProblems.longName(what);
    case "ENXIO":
    case "ENODEV":
      return inputProblems.device(what);
    default:
      return inputProblems.other(what, codeOf(error) || (error instanceof Error ? error.message : String(error)));
  }
}

async function missing(path: string, what: string): Promise<string> {
  const link = await lstat(path).catch(() => undefined);
  if (link?.isSymbolicLink()) return inputProblems.brokenLink(what);
  const others = await readdir(dirname(path)).catch(() => []);
  return inputProblems.missing(what, others, basename(path));
}
