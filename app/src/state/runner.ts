/** Runs the document through the engine: waits for a pause in typing, and lets the newest run win. */
import type { Engine, Halt, Problem, RunEvent } from "@relayscope/engine";
import type { StoreApi } from "zustand/vanilla";
import { lastStage, type Notice, type PageState, weightsOf } from "./model.ts";

/** A pause of this length in typing starts a run, in milliseconds. */
const typingPause = 120;
/** Results that arrive within this many milliseconds are written together, as each update renders the strip. */
const togetherWithin = 24;
/** The notice about a worker that ended. */
const workerNotice = "worker";

export interface Runner {
  /**
   * Starts a run now and returns its epoch. The run is stopped after `timeLimit` milliseconds, or after the engine's
   * default.
   */
  start(timeLimit?: number): number;
  /** Starts a run when typing pauses. Returns the least epoch whose results count. */
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

  /** The first result is written at once, and so is the run's end with all waiting results. */
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
      // A completed run shows that the worker is fine again.
      ...(isOver ? { notices: notices.filter(({ id }) => id !== workerNotice) } : {}),
    }));
  }

  /** An already partitioned text is shown as it is; running the pipeline is offered. */
  function openOnRegions(problems: readonly Problem[]): void {
    const { document, view } = store.getState();
    if (document.partitionsAgain || view.stage !== lastStage || !problems.some((p) => p.code === "already-partitioned")) return;
    store.setState({ view: { ...view, stage: 0 } });
  }

  /** Nothing is lost with a worker that ended while idle. Otherwise the end of the run reports it. */
  function halted({ reason, work, message }: Halt): void {
    if (work) store.setState(({ run }) => ({ run: { ...run, stopped: { reason, message } } }));
    else {
      const notice: Notice = { id: workerNotice, tone: "warning", text: message };
      store.setState(({ notices }) => ({ notices: [...notices.filter(({ id }) => id !== notice.id), notice] }));
    }
  }

  /** From here on results of the earlier run are ignored, and the page shows that a run is under way. */
  function announce(): void {
    clearTimeout(timer);
    clearTimeout(writing);
    timer = undefined;
    writing = undefined;
    waiting = [];
    epoch++;
    store.setState(({ run, view }) => ({
      run: { ...run, status: "running", stopped: undefined },
      // What was searched about another run is not searched again unasked.
      ...(view.expanded.some(isSearch) ? { view: { ...view, expanded: view.expanded.filter((part) => !isSearch(part)) } } : {}),
    }));
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

/** Whether an expanded part of the inspector is the result of a search. */
function isSearch(part: string): boolean {
  return part.startsWith("search ");
}

/** A run with its result. */
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
