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

/** Times that work is counted. */
const tries = 3;

/** The most that `run` counted: what Node frees while it counts is left out of a count, and nothing is counted twice. */
async function mostWorkOf(run: () => unknown): Promise<number> {
  let most = 0;
  for (let i = 0; i < tries; i++) most = Math.max(most, await workOf(run));
  return most;
}

/** How much more work `run` does for the long input than for the short one; the short one runs once before, for what is made at first use alone. */
export async function growthOf<T>(run: (input: T) => unknown, short: T, long: T): Promise<number> {
  await run(short);
  const work = await mostWorkOf(() => run(short));
  return (await mostWorkOf(() => run(long))) / work;
}
