/** Runs the document through the engine: waits for a pause in typing, and lets the newest run win. */
import type { Engine, RunEvent } from "@relayscope/engine";
import type { StoreApi } from "zustand/vanilla";
import type { PageState } from "./model.ts";

/** A pause of this length in typing starts a run, in milliseconds. */
const typingPause = 120;

export interface Runner {
  /** Starts a run now, and gives its epoch; it is stopped after `timeLimit` milliseconds, or as the engine has it. */
  start(timeLimit?: number): number;
  /** Starts a run when typing pauses. */
  startSoon(): void;
  cancel(): void;
}

/** A runner that writes what the engine answers into `store`. */
export function createRunner(store: StoreApi<PageState>, engine: Engine): Runner {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let epoch = 0;

  function take(event: RunEvent): void {
    if (event.epoch !== epoch) return;
    store.setState((state) => {
      const { run } = state;
      switch (event.kind) {
        case "stage":
          return {
            run: {
              ...run,
              epoch,
              stages: run.epoch === epoch ? [...run.stages, event.result] : [event.result],
              problems: run.epoch === epoch ? [...run.problems, ...event.problems] : event.problems,
            },
          };
        case "finished":
          return { run: { ...run, status: "finished", ms: event.ms } };
        case "stopped":
          return {
            run: {
              ...run,
              status: "stopped",
              stopped: event.reason === "canceled" ? undefined : { reason: event.reason, message: event.message },
            },
          };
      }
    });
  }

  function start(timeLimit?: number): number {
    clearTimeout(timer);
    epoch++;
    const { document } = store.getState();
    store.setState((state) => ({ run: { ...state.run, status: "running", stopped: undefined } }));
    engine.run({ epoch, trace: true, ...document, ...(timeLimit === undefined ? {} : { timeLimit }) }, take);
    return epoch;
  }

  return {
    start,
    startSoon: () => {
      clearTimeout(timer);
      timer = setTimeout(() => start(), typingPause);
    },
    cancel: () => {
      clearTimeout(timer);
      engine.cancel();
    },
  };
}
