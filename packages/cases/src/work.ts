/**
 * How much work code does, counted and not timed: a slower machine, or a busy one, counts the same. Node counts for whoever imports this how
 * often each block of code runs; what runs natively (a regular expression, a search in a string) is one step to it.
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
  await run();
  const { result } = await session.post("Profiler.takePreciseCoverage");
  const ranges = result.flatMap(({ url, functions }) => (url.startsWith(own) ? functions.flatMap((f) => f.ranges) : []));
  return ranges.reduce((sum, { count }) => sum + count, 0);
}

/** How much more work `run` does for the long input than for the short one; both run once before, for what is made at first use alone. */
export async function growthOf<T>(run: (input: T) => unknown, short: T, long: T): Promise<number> {
  await run(short);
  const work = await workOf(() => run(short));
  return (await workOf(() => run(long))) / work;
}
