/** Runs that the user asks for, besides those that follow an edit. */
import type { ActionContext } from "./context.ts";

/** How long a run, and each question about it, may take after something was stopped and is to go on, in milliseconds. */
const patientLimit = 300_000;

/** Starts and stops runs. */
export function runActions({ runner }: ActionContext) {
  return {
    runAgain: () => void runner.start(),
    /** Runs once more, with time enough for what was stopped. */
    goOn: () => void runner.start(patientLimit),
    cancelRun: () => runner.cancel(),
  };
}
