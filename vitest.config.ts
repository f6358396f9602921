import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** What runs for longest, the longest first: a worker that came to it last would be waited for. */
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

export default defineConfig({
  test: {
    include: ["packages/*/test/**/*.test.ts", "app/test/**/*.test.{ts,tsx}"],
    setupFiles: ["packages/cases/src/seed.ts"],
    // Modules are read once for each worker, not for each file: a test that changes what is global puts it back.
    isolate: false,
    // Not in threads: their stack is four times as deep, and tests of depth are about the stack that there is.
    pool: "forks",
    maxWorkers: availableParallelism(),
    sequence: { sequencer: LongestFirst },
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
