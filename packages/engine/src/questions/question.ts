/** What a question is to the engine: a function of what it may use of it, and of what the asker hands over. */
import { reasons } from "../diagnostics.ts";
import { breathe } from "../run/breathe.ts";
import type { Run } from "../run/run.ts";

/** Long work, of each kind one at a time: a check, a search that was asked for, a trial in the background. */
export type LongWork = "check" | "search" | "trial";

/** What a question may use of the engine that it is asked. */
export interface Asked {
  /** A run by its epoch. Throws where it is no longer held. */
  runOf(epoch: number): Run;
  /** Long work of which one goes on at a time. What comes back says whether it still is this one. */
  begin(work: LongWork): () => boolean;
  /** Says that the answer is being worked at from here on, in one go: who waits for the worker then knows at what it is. */
  working(): void;
}

export type Question<Args extends readonly unknown[], Answer> = (asked: Asked, ...args: Args) => Promise<Answer>;

/** What a question asks with, to be had at once or loaded at the first question. */
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

/** A question about a stage that needs all others, too. */
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

/** A search in a finished run: what it finds is told part by part, with a breath now and then. Rejects where another search begins before its end. */
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
    let breath = performance.now();
    while (isCurrent()) {
      const step = steps.next();
      if (step.done) return;
      if (step.value !== undefined) onPart(step.value);
      if (performance.now() - breath < turn) continue;
      await breathe();
      working();
      breath = performance.now();
    }
    throw new Error(reasons.searchEnded);
  };
}
