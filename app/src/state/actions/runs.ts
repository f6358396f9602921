/** Runs that the user asks for, besides those that follow an edit. */
import type { ActionContext } from "./context.ts";

/** How long a run may take that was stopped and told to go on, in milliseconds. */
const patientLimit = 300_000;

/** Starts and stops runs. */
export function runActions({ runner }: ActionContext) {
  return {
    runAgain: () => void runner.start(),
    /** Runs once more, with time enough for a run that was stopped. */
    goOn: () => void runner.start(patientLimit),
    cancelRun: () => runner.cancel(),
  };
}
