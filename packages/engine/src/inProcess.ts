/**
 * The engine in process: runs take turns with the event loop between passes, so that a newer request or a cancellation
 * cuts in there.
 */
import { createRun, type Run } from "@relayscope/run";
import type { HaltReason, RunEvent, RunRequest } from "@relayscope/run/contract";
import { reasons, stops } from "./diagnostics.ts";
import type { Engine } from "./engine.ts";
import { lazyLanguageService } from "./languageService.ts";
import { type Questions, questions } from "./questions/list.ts";
import type { Asked } from "./questions/question.ts";
import { callMethod } from "./wire/methods.ts";

const timeLimit = 20_000;
/**
 * Runs whose stages are kept for questions: the newest, and the one before it while the newest has nothing to show yet.
 */
const runsHeld = 2;

/** The engine as a worker serves it: it reports when it starts to work on a request. */
export interface ServedEngine extends Engine {
  /** `working` is called before each step of the run. */
  run(request: RunRequest, onEvent: (event: RunEvent) => void, working?: () => void): void;
  /** Asks a question by its name; `working` is called whenever the answer is worked at in one go. */
  ask(method: string, args: readonly unknown[], working: () => void): Promise<unknown>;
}

interface Held {
  readonly run: Run;
  state: "running" | "superseded" | "over" | HaltReason;
  readonly onEvent: (event: RunEvent) => void;
}

/** An engine in this thread. A pass that does not end blocks it; over a worker it can be stopped. */
export function createEngine(): ServedEngine {
  const held: Held[] = [];
  const newest = () => held.at(-1);
  const begun = { check: 0, search: 0, trial: 0 };
  const runOf = (epoch: number): Run => {
    const found = held.findLast((h) => h.run.request.epoch === epoch);
    if (!found) throw new Error(reasons.epochGone(epoch));
    return found.run;
  };
  const endWork = () => {
    begun.check++;
    begun.search++;
    begun.trial++;
  };
  const asked: Asked = {
    runOf,
    begin(work) {
      const own = ++begun[work];
      return () => own === begun[work];
    },
    working() {},
  };
  const stop = (entry: Held, state: HaltReason, message: string) => {
    if (entry.state !== "running") return;
    entry.state = state;
    entry.onEvent({ kind: "stopped", epoch: entry.run.request.epoch, reason: state, message });
  };
  return {
    ...answering(asked),
    ask: (method, args, working) => callMethod(answering({ ...asked, working }), method, args),
    run(request, onEvent, working = () => {}) {
      endWork();
      const before = newest();
      if (before?.state === "running") before.state = "superseded";
      const entry: Held = { run: createRun(request, before?.run.input), state: "running", onEvent };
      held.push(entry);
      while (held.length > runsHeld) held.shift();
      const limit = request.timeLimit ?? timeLimit;
      const begin = performance.now();
      const isStopped = () => {
        if (performance.now() - begin > limit) stop(entry, "timeout", stops.timeout(limit / 1000));
        if (entry.state === "running") working();
        return entry.state !== "running";
      };
      // Events come after `run` has returned, as they do over a worker.
      queueMicrotask(() => {
        if (isStopped()) return;
        const report = (event: RunEvent) => {
          if (entry.state === "running") onEvent(event);
        };
        entry.run.start(report, isStopped).then(
          () => {
            if (entry.state === "running") entry.state = "over";
          },
          // A part of the engine could not be loaded, or memory ran out. Without a report the run would never end.
          (error: unknown) => stop(entry, "crash", reasons.failed(sentenceOf(error))),
        );
      });
    },
    cancel() {
      const entry = newest();
      if (entry) stop(entry, "canceled", stops.canceled);
    },
    watch() {},
    cancelCheck() {
      begun.check++;
    },
    stopSearch() {
      begun.search++;
    },
    language: lazyLanguageService(),
    dispose() {
      endWork();
      for (const entry of held) if (entry.state === "running") entry.state = "canceled";
      held.length = 0;
    },
  };
}

function sentenceOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The questions as methods. */
function answering(asked: Asked): Questions {
  type Ask = (asked: Asked, ...args: readonly unknown[]) => Promise<unknown>;
  const methods = Object.entries(questions).map(([name, ask]) => [name, (...args: readonly unknown[]) => (ask as Ask)(asked, ...args)]);
  return Object.fromEntries(methods) as Questions;
}
