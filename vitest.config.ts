import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { bundledTests } from "./scripts/build/bundledTests.ts";

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

const { folder, setup } = await bundledTests();

export default defineConfig({
  test: {
    include: [`${folder}/**/*.test.{ts,tsx}.js`],
    exclude: [],
    setupFiles: [setup],
    // Each worker loads modules once, not once per file: a test that changes a global restores it.
    isolate: false,
    experimental: { viteModuleRunner: false, nodeLoader: false },
    // Not in threads: their stack is four times as deep, and tests of depth need the usual stack.
    pool: "forks",
    // Short-lived objects die before they are moved, and no collection of the whole heap is due while it is small.
    execArgv: ["--min-semi-space-size=64", "--max-semi-space-size=64", "--initial-heap-size=1500", "--single-threaded-gc"],
    maxWorkers: availableParallelism(),
    sequence: { sequencer: LongestFirst },
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
