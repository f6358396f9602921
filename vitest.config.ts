import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["packages/*/test/**/*.test.ts", "app/test/**/*.test.{ts,tsx}"],
    setupFiles: ["packages/cases/src/seed.ts"],
    testTimeout: 60_000,
  },
});
