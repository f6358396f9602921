/**
 * The form of a file for a cause: its codes, and how the cause is found. Lists of these files are in order of priority.
 */
import type { Cause } from "./cause.ts";
import type { CauseCode } from "./causes.ts";

export interface CauseFinder<Asked> {
  /** The codes of the causes that it finds. */
  readonly codes: readonly CauseCode[];
  find(asked: Asked): Cause | undefined;
}

/** The cause of the first finder that has one; undefined if none has. */
export function firstCause<Asked>(finders: readonly CauseFinder<Asked>[], asked: Asked): Cause | undefined {
  for (const finder of finders) {
    const cause = finder.find(asked);
    if (cause) return cause;
  }
  return undefined;
}
