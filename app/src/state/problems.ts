/** The problems that the page counts: those of the run, and those of a file that is being written. */
import type { Problem } from "@relayscope/engine";
import type { PageState } from "./model.ts";

type Counted = Pick<PageState, "run" | "draftProblems">;

/** How many there are of a severity. What is wrong with a file that is being written is an error. */
export function problemCount({ run, draftProblems }: Counted, severity: Problem["severity"]): number {
  const ofRun = run.problems.filter((problem) => problem.severity === severity).length;
  return severity === "error" ? ofRun + draftProblems.length : ofRun;
}

/**
 * Whether the list of problems is open. A file that is being written does not open it, as it has an error at every
 * other key.
 */
export function isProblemListShown({ run, preferences }: Pick<PageState, "run" | "preferences">): boolean {
  return preferences.isProblemsOpen && run.problems.length > 0;
}
