/** Runs the document through the engine: waits for a pause in typing, and lets the newest run win. */
import type { Engine, Halt, Problem, RunEvent } from "@relayscope/engine";
import type { StoreApi } from "zustand/vanilla";
import { lastStage, type Notice, type PageState, weightsOf } from "./model.ts";

/** A pause of this length in typing starts a run, in milliseconds. */
const typingPause = 120;
/** What passes give within so many milliseconds of each other is written at once: each writing renders the strip. */
const togetherWithin = 24;
/** The notice that says what became of the worker. */
const workerNotice = "worker";

export interface Runner {
  /** Starts a run now, and gives its epoch; it is stopped after `timeLimit` milliseconds, or as the engine has it. */
  start(timeLimit?: number): number;
  /** Starts a run when typing pauses; an epoch from which on it is the one that is heard. */
  startSoon(): number;
  cancel(): void;
}

/** A runner that writes what the engine answers into `store`. */
export function createRunner(store: StoreApi<PageState>, engine: Engine): Runner {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let epoch = 0;

  engine.watch({ working: (work) => store.setState({ work }), halted });

  let waiting: RunEvent[] = [];
  let writing: ReturnType<typeof setTimeout> | undefined;

  /** The first result is written at once, and the run's end with all that waits. */
  function take(event: RunEvent): void {
    if (event.epoch !== epoch) return;
    waiting.push(event);
    if (event.kind !== "stage" || event.result.stage === 0) write();
    else writing ??= setTimeout(write, togetherWithin);
  }

  function write(): void {
    clearTimeout(writing);
    writing = undefined;
    const events = waiting;
    waiting = [];
    for (const event of events) if (event.kind === "stage" && event.result.stage === 0) openOnRegions(event.problems);
    const isOver = events.some((event) => event.kind === "finished");
    store.setState(({ run, notices }) => ({
      run: events.reduce(runAfter, run),
      // What was wrong with the worker is no more once it has done a run.
      ...(isOver ? { notices: notices.filter(({ id }) => id !== workerNotice) } : {}),
    }));
  }

  /** A text that is partitioned already is shown as it came; the pipeline is offered. */
  function openOnRegions(problems: readonly Problem[]): void {
    const { document, view } = store.getState();
    if (document.partitionsAgain || view.stage !== lastStage || !problems.some((p) => p.code === "already-partitioned")) return;
    store.setState({ view: { ...view, stage: 0 } });
  }

  /** A worker that ended while it was at nothing has cost nothing; everything else is said where the run's end is. */
  function halted({ reason, work, message }: Halt): void {
    if (work) store.setState(({ run }) => ({ run: { ...run, stopped: { reason, message } } }));
    else {
      const notice: Notice = { id: workerNotice, tone: "warning", text: message };
      store.setState(({ notices }) => ({ notices: [...notices.filter(({ id }) => id !== notice.id), notice] }));
    }
  }

  /** From here on the earlier run is not heard, and the page says that one is in hand. */
  function announce(): void {
    clearTimeout(timer);
    clearTimeout(writing);
    timer = undefined;
    writing = undefined;
    waiting = [];
    epoch++;
    store.setState((state) => ({ run: { ...state.run, status: "running", stopped: undefined } }));
  }

  function start(timeLimit?: number): number {
    announce();
    const state = store.getState();
    const { partitionsAgain, ...document } = state.document;
    const values = weightsOf(state);
    const given = { ...(values ? { values } : {}), ...(timeLimit === undefined ? {} : { timeLimit }) };
    engine.run({ epoch, trace: true, ...document, offersAgain: !partitionsAgain, ...given }, take);
    return epoch;
  }

  return {
    start,
    startSoon: () => {
      announce();
      timer = setTimeout(() => start(), typingPause);
      return epoch;
    },
    cancel: () => {
      if (timer !== undefined) take({ kind: "stopped", epoch, reason: "canceled", message: "" });
      clearTimeout(timer);
      timer = undefined;
      engine.cancel();
    },
  };
}

/** A run with what came of it. */
function runAfter(run: PageState["run"], event: RunEvent): PageState["run"] {
  switch (event.kind) {
    case "stage": {
      const isFirst = run.epoch !== event.epoch;
      return {
        ...run,
        epoch: event.epoch,
        stages: isFirst ? [event.result] : [...run.stages, event.result],
        problems: isFirst ? event.problems : [...run.problems, ...event.problems],
      };
    }
    case "finished":
      return { ...run, status: "finished", ms: event.ms };
    case "stopped":
      return {
        ...run,
        status: "stopped",
        stopped: event.reason === "canceled" ? undefined : { reason: event.reason, message: event.message },
      };
  }
}
