/** Runs that the user asks for, in addition to those that follow an edit. */
import type { ActionContext } from "./context.ts";

/** The time limit of a run, and of each question about it, when the user continues after a stop, in milliseconds. */
const patientLimit = 300_000;

/** Starts and stops runs. */
export function runActions({ runner }: ActionContext) {
  return {
    runAgain: () => void runner.start(),
    /** Runs once more, with enough time for what was stopped. */
    goOn: () => void runner.start(patientLimit),
    cancelRun: () => runner.cancel(),
  };
}
