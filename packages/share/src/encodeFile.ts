import type { Snapshot } from "./snapshot.ts";

/** The content of a `.relayscope.json` file, for what is too long for a link. */
export function encodeFile(snapshot: Snapshot): string {
  return `${JSON.stringify({ relayscope: 1, ...snapshot }, undefined, 1)}\n`;
}
