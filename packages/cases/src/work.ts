/**
 * The amount of work that code does, counted and not timed, so that a slow or busy machine counts the same. Node counts
 * how often each block of code of the importing module runs. Native code (a regular expression, a search in a string)
 * counts as one step.
 */
import { Session } from "node:inspector/promises";

/** The files that count: this project's, not the test runner's. */
const own = new URL("../../", import.meta.url).href;

const session = new Session();
session.connect();
await session.post("Profiler.enable");
await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: true });

/** How many blocks of this project's code ran (bodies of functions, branches, turns of loops) while `run` did. */
export async function workOf(run: () => unknown): Promise<number> {
  await session.post("Profiler.takePreciseCoverage");
  return workAfterLast(run);
}

/** The same, where nothing ran after the last count: a count starts the next one from zero, and takes long. */
async function workAfterLast(run: () => unknown): Promise<number> {
  await run();
  const { result } = await session.post("Profiler.takePreciseCoverage");
  const ranges = result.flatMap(({ url, functions }) => (url.startsWith(own) ? functions.flatMap((f) => f.ranges) : []));
  return ranges.reduce((sum, { count }) => sum + count, 0);
}

/**
 * How much more work `run` does for the long input than for the short one. Both run once before, to exclude what is
 * made on first use.
 */
export async function growthOf<T>(run: (input: T) => unknown, short: T, long: T): Promise<number> {
  await run(short);
  // Node loses the counts of a function that it compiles again meanwhile, and never counts too much: the largest holds.
  let work = await workOf(() => run(short));
  for (let time = 1; time < 3; time++) work = Math.max(work, await workAfterLast(() => run(short)));
  return (await workAfterLast(() => run(long))) / work;
}
