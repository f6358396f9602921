/** The form of a question: a function of the engine's interface for it, and of its arguments. */
import { type Run, yieldTurn } from "@relayscope/run";
import { reasons } from "../diagnostics.ts";

/** Long work, of each kind one at a time: a check, a search that was asked for, a trial in the background. */
export type LongWork = "check" | "search" | "trial";

/** The parts of the engine that a question may use. */
export interface Asked {
  /** A run by its epoch. Throws if it is no longer held. */
  runOf(epoch: number): Run;
  /** Starts long work, of which only one runs at a time. The result says whether it is still the current one. */
  begin(work: LongWork): () => boolean;
  /**
   * Reports that uninterrupted work on the answer starts now, so that waiting callers know what the worker is doing.
   */
  working(): void;
}

export type Question<Args extends readonly unknown[], Answer> = (asked: Asked, ...args: Args) => Promise<Answer>;

/** The function of a question, available at once or loaded at the first question. */
type Loaded<F> = () => F | Promise<F>;

/** A question about a stage, asked once the stage is there. */
export function ofStage<Rest extends readonly unknown[], T>(
  load: Loaded<(run: Run, stage: number, ...rest: Rest) => T>,
): Question<[epoch: number, stage: number, ...rest: Rest], T> {
  return async ({ runOf, working }, epoch, stage, ...rest) => {
    const run = runOf(epoch);
    await run.stage(stage);
    const answer = await load();
    working();
    return answer(run, stage, ...rest);
  };
}

/** A question about a stage that needs all other stages, too. */
export function ofWholeRun<Rest extends readonly unknown[], T>(
  load: Loaded<(run: Run, stage: number, ...rest: Rest) => T>,
): Question<[epoch: number, stage: number, ...rest: Rest], T> {
  const ask = ofStage(load);
  return async (asked, ...args) => {
    await asked.runOf(args[0]).ended;
    return ask(asked, ...args);
  };
}

/** Milliseconds that a search works before the event loop gets a turn. */
const turn = 8;

/**
 * A search in a finished run. It reports its results part by part, and yields regularly. Rejects if another search
 * begins before its end.
 */
export function searching<Rest extends readonly unknown[], Part>(
  load: Loaded<(run: Run, ...rest: Rest) => Promise<Generator<Part | undefined, void>>>,
  work: LongWork = "search",
): Question<[epoch: number, ...rest: Rest, onPart: (part: Part) => void], void> {
  return async ({ runOf, begin, working }, epoch, ...given) => {
    const onPart = given.at(-1) as (part: Part) => void;
    const rest = given.slice(0, -1) as unknown as Rest;
    const isCurrent = begin(work);
    const run = runOf(epoch);
    await run.ended;
    const search = await load();
    working();
    const steps = await search(run, ...rest);
    let lastYield = performance.now();
    while (isCurrent()) {
      const step = steps.next();
      if (step.done) return;
      if (step.value !== undefined) onPart(step.value);
      if (performance.now() - lastYield < turn) continue;
      await yieldTurn();
      working();
      lastYield = performance.now();
    }
    throw new Error(reasons.searchEnded);
  };
}
