/** What a file of a cause is: codes, and how their cause is found. The lists of files are in their order of priority. */
import type { Cause } from "./cause.ts";
import type { CauseCode } from "./causes.ts";

export interface CauseFinder<Asked> {
  /** The codes of the causes that it finds. */
  readonly codes: readonly CauseCode[];
  find(asked: Asked): Cause | undefined;
}

/** The cause that the first finder has; undefined where none has one. */
export function firstCause<Asked>(finders: readonly CauseFinder<Asked>[], asked: Asked): Cause | undefined {
  for (const finder of finders) {
    const cause = finder.find(asked);
    if (cause) return cause;
  }
  return undefined;
}
