/** The engine in process: runs take turns with the event loop between passes, so that a newer request or a cancellation cuts in there. */
import { breathe } from "./breathe.ts";
import type { CheckAnswer, Engine, RunEvent, RunRequest } from "./contract.ts";
import { checkSentences, reasons } from "./diagnostics.ts";
import { lazyLanguageService } from "./language/lazyService.ts";
import { drawStage, follow, nodesAt, stageText } from "./questions.ts";
import { createRun, type Run } from "./run.ts";

const canceledCheck: CheckAnswer = { kind: "canceled", sentence: checkSentences.canceled, notes: [], node: undefined };

const timeLimit = 20_000;
/** Runs whose stages are kept for questions: the newest, and the one before it while the newest has nothing to show yet. */
const runsHeld = 2;

/** Milliseconds that a picture waits for its run to end. */
const patience = 250;

function delay(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

interface Held {
  readonly run: Run;
  state: "running" | "superseded" | "canceled" | "timeout" | "over";
  readonly onEvent: (event: RunEvent) => void;
}

/** An engine in this thread. A pass that does not end blocks it; over a worker it can be stopped. */
export function createEngine(): Engine {
  const held: Held[] = [];
  const newest = () => held.at(-1);
  let checks = 0;
  const runOf = (epoch: number): Run => {
    const found = held.findLast((h) => h.run.request.epoch === epoch);
    if (!found) throw new Error(reasons.epochGone(epoch));
    return found.run;
  };
  /** Asks a run once the stages are there. */
  const ask = async <T>(epoch: number, stages: readonly number[], answer: (run: Run) => T): Promise<T> => {
    const run = runOf(epoch);
    for (const stage of stages) await run.stage(stage);
    return answer(run);
  };
  // What the first picture does without is loaded when it is asked for.
  const details = () => import("./details.ts");
  const patterns = () => import("./patterns.ts");
  const stop = (entry: Held, state: "canceled" | "timeout", message: string) => {
    if (entry.state !== "running") return;
    entry.state = state;
    entry.onEvent({ kind: "stopped", epoch: entry.run.request.epoch, reason: state, message });
  };
  return {
    run(request: RunRequest, onEvent) {
      checks++;
      const before = newest();
      if (before?.state === "running") before.state = "superseded";
      const entry: Held = { run: createRun(request), state: "running", onEvent };
      held.push(entry);
      while (held.length > runsHeld) held.shift();
      const limit = request.timeLimit ?? timeLimit;
      const begin = performance.now();
      const isStopped = () => {
        if (performance.now() - begin > limit) stop(entry, "timeout", reasons.timeout(limit / 1000));
        return entry.state !== "running";
      };
      // Events come after `run` has returned, as they do over a worker.
      queueMicrotask(() => {
        if (isStopped()) return;
        const tell = (event: RunEvent) => {
          if (entry.state === "running") onEvent(event);
        };
        void entry.run.start(tell, isStopped).then(() => {
          if (entry.state === "running") entry.state = "over";
        });
      });
    },
    cancel() {
      const entry = newest();
      if (entry) stop(entry, "canceled", reasons.canceled);
    },
    async graph(request) {
      // Pictures follow the last stage's: a run that is nearly over is waited for, so that they need not be drawn twice.
      await Promise.race([runOf(request.epoch).ended, delay(patience)]);
      return ask(request.epoch, [request.stage], (run) => drawStage(run, request));
    },
    text: (epoch, stage) => ask(epoch, [stage], (run) => stageText(run, stage)),
    async node(epoch, stage, id) {
      const { nodeDetails } = await details();
      return ask(epoch, [stage], (run) => nodeDetails(run, stage, id));
    },
    nodesAt: (epoch, stage, range) => ask(epoch, [stage], (run) => nodesAt(run, stage, range)),
    follow: (epoch, from, to, ids) => ask(epoch, [from, to], (run) => follow(run, from, to, ids)),
    async explain(epoch, stage) {
      const { explainStage } = await details();
      return ask(epoch, [stage], (run) => explainStage(run, stage));
    },
    async patterns(epoch, stage, id) {
      // A later stage may be the one whose patterns are meant.
      await runOf(epoch).ended;
      const { patternAnswer } = await patterns();
      return ask(epoch, [stage], (run) => patternAnswer(run, stage, id));
    },
    async patternTrace(epoch, stage, id, index) {
      await runOf(epoch).ended;
      const { patternTrace } = await patterns();
      return ask(epoch, [stage], (run) => patternTrace(run, stage, id, index));
    },
    async check(epoch, stage) {
      const own = ++checks;
      const { checkStage } = await import("./checkStage.ts");
      const steps = await ask(epoch, [stage], (run) => checkStage(run, stage));
      for (;;) {
        const step = steps.next();
        if (step.done) return step.value;
        await breathe();
        if (own !== checks) return canceledCheck;
      }
    },
    cancelCheck() {
      checks++;
    },
    catalog: async () => (await import("./catalog.ts")).catalog(),
    language: lazyLanguageService(),
    dispose() {
      checks++;
      for (const entry of held) if (entry.state === "running") entry.state = "canceled";
      held.length = 0;
    },
  };
}
