import { limits } from "@relayscope/files";
import { bytesText } from "@relayscope/ir";

/** Every sentence that this package can answer with, once. `code` is stable; the sentence is for people. */
const catalog = {
  "share/not-a-link": "This is not a Relayscope link.",
  "share/not-embedded": "The snapshot in this page is damaged: it does not begin as one.",
  "share/version": "The link was made by a newer Relayscope than this one.",
  "share/alphabet": "The link is damaged: it holds characters that no link has. It may have been changed on its way.",
  "share/truncated": "The link is damaged: its end is missing. It may have been cut off when it was copied.",
  "share/checksum": "The link is damaged: its checksum is not that of its content. It may have been changed on its way.",
  "share/damaged": "The link is damaged: its content can't be read.",
  "share/too-large": `The link was refused: its content would take more than ${bytesText(limits.linkBytes)}, or is far larger than the link.`,
  "share/shape": "The link was refused: its content is not a Relayscope snapshot",
  "share/not-a-file": "This file is not a Relayscope snapshot",
  "share/file-version": "The file was saved by a newer Relayscope than this one.",
  "share/file-checksum":
    "The file was changed after it was saved: its checksum is not that of its content. Remove the line `checksum` to open it as it is.",
  "share/file-too-large": `The file was refused: a snapshot's file may have ${bytesText(limits.textBytes)}.`,
} as const;

export type ShareCode = keyof typeof catalog;

export interface ShareError {
  readonly kind: "error";
  readonly code: ShareCode;
  readonly message: string;
}

/** An answer for `code`; `where`, if known, follows the sentence in backquotes. */
export function shareError(code: ShareCode, where?: string): ShareError {
  const sentence = catalog[code];
  return { kind: "error", code, message: where === undefined ? sentence : `${sentence} (at \`${where}\`).` };
}
