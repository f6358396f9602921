import { checksumText } from "@relayscope/files";
import type { Snapshot } from "./snapshot.ts";

/** The version of snapshots' files: 1 had no checksum. */
export const fileVersion = 2;

/** Browsers store at most 5 MiB of a site. */
const mostStored = 5 * 1024 * 1024;

/** The content that a browser stores of a snapshot; undefined if it has no room for the text. */
export function encodeStored(snapshot: Snapshot): string | undefined {
  return snapshot.text.length > mostStored ? undefined : encodeFile(snapshot);
}

/** The content of a `.relayscope.json` file, for snapshots that are too long for a link. */
export function encodeFile(snapshot: Snapshot): string {
  const checksum = checksumText(JSON.stringify(snapshot));
  return `${JSON.stringify({ relayscope: fileVersion, checksum, ...snapshot }, undefined, 1)}\n`;
}
