import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["packages/*/test/**/*.test.ts", "app/test/**/*.test.{ts,tsx}"],
    setupFiles: ["packages/cases/src/seed.ts"],
    // Modules are read once for each worker, not for each file: a test that changes what is global puts it back.
    isolate: false,
    // Not in threads: their stack is four times as deep, and tests of depth are about the stack that there is.
    pool: "forks",
    maxWorkers: availableParallelism(),
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
