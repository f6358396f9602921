/** Every sentence on a file that is not read. `what` is how the file is called, at a sentence's beginning. */
import { bytesText } from "@relayscope/ir";
import { limits } from "./limits.ts";

export const fileProblems = {
  textTooLarge: (what: string) => `${what} was not opened: it has more than ${bytesText(limits.textBytes)}, the most that a text may have.`,
  unpackedTooLarge: (what: string) =>
    `${what} was not opened: unpacked it has more than ${bytesText(limits.fileBytes)}, or is more than ${limits.inflation.factor} times larger.`,
  cannotUnpack: (what: string) => `${what} was not opened: it is packed by gzip, and damaged or cut off.`,
  packedTwice: (what: string) => `${what} was not opened: it is packed by gzip more than once. Unpack it first.`,
  damagedArchive: (what: string) => `${what} was not opened: it is a zip archive, and damaged or cut off.`,
  wrongChecksum: (what: string) => `${what} was not opened: its checksum is not that of its content, so the archive is damaged.`,
  longArchive: (what: string) =>
    `${what} was not opened: the list of its files has more than ${bytesText(limits.archiveListBytes)}. Unpack the model first.`,
  encrypted: (what: string) => `${what} was not opened: it is encrypted. Unpack it first.`,
  unknownPacking: (what: string, method: number) =>
    `${what} was not opened: it is packed by method ${method}, and only stored and deflated files are read. Unpack it first.`,
  foreign: (what: string, { format, advice }: { readonly format: string; readonly advice: string }) =>
    `${what} was not opened: it is ${format}. ${advice}`,
  notText: (what: string) => `${what} was not opened: it is not a text, and no model in ONNX or TensorFlow Lite.`,
  noModel: (what: string, endings: readonly string[]) =>
    `${what} was not opened: no file in it is named as a model is (${endings.map((e) => `\`${e}\``).join(", ")}).`,
} as const;
