/** Where the checks and rules of a target's files are defined. */
import type { CodeCall, CodePlace, Problem, TargetFilesAnswer } from "@relayscope/engine";

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

/** The check or rule that an exception ended: its definition, and the entry or operator that it was asked about. */
export interface RaisingCheck {
  readonly place: CodePlace | undefined;
  /** Undefined if that is not known. */
  readonly asked: string | undefined;
}

/** What the exception of a run's problem ended. */
export function raisingCheck(problem: Pick<Problem, "calls" | "asked"> | undefined, files: Definitions): RaisingCheck {
  return { place: definitionOf(problem?.calls?.[0], files), asked: problem?.asked };
}

/** Whether an exception ended the check of this entry. Other entries can have the same check. */
export function isRaising(
  { name, place }: { readonly name: string; readonly place?: CodePlace | undefined },
  raising: RaisingCheck,
): boolean {
  return isSamePlace(place, raising.place) && (raising.asked === undefined || raising.asked === name);
}

function isSamePlace(a: CodePlace | undefined, b: CodePlace | undefined): boolean {
  return a !== undefined && a.file === b?.file && a.line === b.line;
}
