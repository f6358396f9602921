/** Where the checks and rules of a target's files are defined. */
import type { CodeCall, CodePlace, TargetFilesAnswer } from "@relayscope/engine";

type Definitions = Pick<TargetFilesAnswer, "entries" | "rules">;

/** The definition of the check or rule that contains a call: the nearest one at or above the call's line. */
export function definitionOf(call: CodeCall | undefined, { entries, rules }: Definitions): CodePlace | undefined {
  let found: CodePlace | undefined;
  for (const { place } of [...entries, ...rules]) {
    if (!call || !place || place.file !== call.file || place.line > call.line) continue;
    if (!found || place.line > found.line) found = place;
  }
  return found;
}

export function isSamePlace(a: CodePlace | undefined, b: CodePlace | undefined): boolean {
  return a !== undefined && a.file === b?.file && a.line === b.line;
}
