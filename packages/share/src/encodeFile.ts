import { checksumText } from "@relayscope/files";
import type { Snapshot } from "./snapshot.ts";

/** The version of snapshots' files: 1 had no checksum. */
export const fileVersion = 2;

/** The content of a `.relayscope.json` file, for snapshots that are too long for a link. */
export function encodeFile(snapshot: Snapshot): string {
  const checksum = checksumText(JSON.stringify(snapshot));
  return `${JSON.stringify({ relayscope: fileVersion, checksum, ...snapshot }, undefined, 1)}\n`;
}
