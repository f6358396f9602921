/**
 * The amount of work that code does, counted and not timed, so that a slow or busy machine counts the same. In tests
 * that import this module all of this project's code counts; native code (a search in a string) counts as nothing.
 */
import { counter } from "./counter.ts";

/** How many functions and turns of loops began while `run` ran. */
export async function workOf(run: () => unknown): Promise<number> {
  const before = counter.done;
  await run();
  return counter.done - before;
}

/**
 * How much more work `run` does for the long input than for the short one. It runs once before, to exclude what is made
 * on first use.
 */
export async function growthOf<T>(run: (input: T) => unknown, short: T, long: T): Promise<number> {
  await run(short);
  const work = await workOf(() => run(short));
  return (await workOf(() => run(long))) / work;
}
