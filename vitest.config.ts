import { existsSync, readdirSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { countWork } from "./scripts/build/countWork.ts";

/** The longest tests, longest first: a test that starts last would delay the end. */
const longest = [
  "testing/test/corpus",
  "testing/test/fragments",
  "testing/test/why",
  "text/test/depth",
  "graph/test/apart",
  "graph/test/square",
];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const at = longest.findIndex((name) => moduleId.includes(name));
      return at < 0 ? longest.length : at;
    };
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b));
  }
}

const root = import.meta.dirname;
const testsIn = (folder: string) =>
  readdirSync(join(root, folder, "test"), { recursive: true, encoding: "utf8" }).flatMap((name) =>
    /\.test\.tsx?$/.test(name) ? [`${folder}/test/${name}`] : [],
  );
const folders = readdirSync(join(root, "packages"), { withFileTypes: true }).filter((entry) => entry.isDirectory());
const files = [...folders.map(({ name }) => `packages/${name}`).filter((folder) => existsSync(join(root, folder, "test"))), "app"].flatMap(
  testsIn,
);
/** Tests that count work: the project counts in all code that they run. */
const counting = files.filter((file) => readFileSync(join(root, file), "utf8").includes("@relayscope/cases/work"));

export default defineConfig({
  test: {
    projects: [
      // Each worker loads modules once, not once per file: a test that changes a global restores it.
      { extends: true, test: { name: "tests", isolate: false, include: files.filter((file) => !counting.includes(file)) } },
      {
        extends: true,
        plugins: [countWork(join(root, "packages/cases/src/counter.ts"))],
        test: { name: "counting", isolate: false, include: counting },
      },
    ],
    setupFiles: ["packages/cases/src/seed.ts"],
    // Not in threads: their stack is four times as deep, and tests of depth need the usual stack.
    pool: "forks",
    maxWorkers: availableParallelism(),
    sequence: { sequencer: LongestFirst },
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
