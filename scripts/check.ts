/**
 * `npm run check`, for every save: format and lint, types, and the unit tests that the changed files reach, the nearest
 * first, as far as they fit into half a minute. `npm run check -- main` takes what changed since then.
 */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { root, sourceFiles } from "../packages/testing/test/house.ts";
import { reachedTests } from "../packages/testing/test/reach.ts";
import { sourceOf } from "./build/bundledTests.ts";
import { bin, start } from "./install.mjs";

/** As long as the tests may take, and what a file takes of which nothing is known, in seconds. */
const most = 20;
const unknown = 1;

const git = (...args: readonly string[]) =>
  execFileSync("git", [...args], { cwd: root, encoding: "utf8" })
    .split("\n")
    .filter(Boolean);

/** What changed since a commit, and what is new. */
function changedSince(commit: string): readonly string[] {
  return [...git("diff", "--name-only", commit), ...git("ls-files", "--others", "--exclude-standard")];
}

interface Report {
  readonly testResults: readonly { readonly name: string; readonly startTime: number; readonly endTime: number }[];
}

/** How long each file of tests took in the last `npm test`, in seconds. */
function durations(): ReadonlyMap<string, number> {
  const file = join(root, ".cache", "reports", "unit.json");
  if (!existsSync(file)) return new Map();
  const report: Report = JSON.parse(readFileSync(file, "utf8"));
  return new Map(report.testResults.map(({ name, startTime, endTime }) => [sourceOf(name), (endTime - startTime) / 1000]));
}

/** Runs a step in parallel with the others, reports its result, and returns whether it succeeded. */
async function step(title: string, command: string, args: readonly string[]): Promise<boolean> {
  const begin = performance.now();
  const { code, output } = await start(command, args);
  console.log(`== ${title}: ${code === 0 ? "passed" : "failed"} in ${((performance.now() - begin) / 1000).toFixed(1)} s`);
  if (code !== 0) console.log(output);
  return code === 0;
}

const begin = performance.now();
const [commit] = process.argv.slice(2);
const changed = commit === undefined ? changedSince("HEAD") : changedSince(commit);
const reached = reachedTests(sourceFiles(), changed.length > 0 ? changed : changedSince("HEAD~1"));
const known = durations();
const chosen: string[] = [];
let left = most * availableParallelism();
for (const [path, distance] of reached) {
  const takes = known.get(path) ?? unknown;
  if (takes > left && distance > 0) continue;
  chosen.push(path);
  left -= takes;
}
const tests = `unit tests, ${chosen.length} files of ${reached.size} that the change reaches`;
const steps = await Promise.all([
  step("format and lint", bin("biome"), ["ci", "--reporter=summary", "--error-on-warnings", "."]),
  step("types", bin("tsc"), ["-p", "."]),
  ...(chosen.length > 0 ? [step(tests, bin("vitest"), ["run", "--reporter=dot", ...chosen])] : []),
]);
console.log(`${steps.every(Boolean) ? "Nothing wrong" : "Something is wrong"}, in ${((performance.now() - begin) / 1000).toFixed(1)} s.`);
process.exit(steps.every(Boolean) ? 0 : 1);
