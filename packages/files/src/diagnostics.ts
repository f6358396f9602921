/** All messages about files that could not be opened. `what` names the file and begins the sentence. */
import { bytesText } from "@relayscope/ir";
import { limits } from "./limits.ts";

export const fileProblems = {
  textTooLarge: (what: string) => `${what} was not opened: it is larger than ${bytesText(limits.textBytes)}, the limit for a text.`,
  unpackedTooLarge: (what: string) =>
    `${what} was not opened: decompressed, it is larger than ${bytesText(limits.fileBytes)}, or more than ${limits.inflation.factor} times larger than the file.`,
  cannotUnpack: (what: string) => `${what} was not opened: it is a gzip file, and damaged or cut off.`,
  packedTwice: (what: string) => `${what} was not opened: it is compressed with gzip more than once. Decompress it first.`,
  damagedArchive: (what: string) => `${what} was not opened: it is a zip archive, and damaged or cut off.`,
  wrongChecksum: (what: string) => `${what} was not opened: its checksum is not that of its content, so the archive is damaged.`,
  longArchive: (what: string) =>
    `${what} was not opened: the archive's directory is larger than ${bytesText(limits.archiveListBytes)}. Extract the model and open that file.`,
  encrypted: (what: string) => `${what} was not opened: it is encrypted. Extract it first.`,
  unknownPacking: (what: string, method: number) =>
    `${what} was not opened: it is compressed by method ${method}; Relayscope reads stored and deflated files. Extract it first.`,
  foreign: (what: string, { format, advice }: { readonly format: string; readonly advice: string }) =>
    `${what} was not opened: it is ${format}. ${advice}`,
  notText: (what: string) => `${what} was not opened: it is neither text nor an ONNX or TensorFlow Lite model.`,
  noModel: (what: string, endings: readonly string[]) =>
    `${what} was not opened: the archive has no file with the ending of a model: ${endings.map((e) => `\`${e}\``).join(", ")}.`,
} as const;
