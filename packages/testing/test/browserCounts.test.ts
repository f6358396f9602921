/** What `npm test` makes of the browser's report: a second try counts as failed where that is asked for. */
import { expect, test } from "vitest";

const script = new URL("../../../scripts/browserCounts.mjs", import.meta.url).href;
const { browserCounts }: { browserCounts: (report: unknown, isStrict: boolean) => unknown } = await import(script);

const spec = (title: string, line: number, status: string) => ({ title, file: "a.spec.ts", line, tests: [{ status }] });
const report = {
  stats: { expected: 2, unexpected: 0, flaky: 1 },
  suites: [{ specs: [spec("one", 3, "expected")], suites: [{ specs: [spec("two", 9, "flaky"), spec("three", 12, "expected")] }] }],
};

test("names what passed on a second try, which fails where it counts", () => {
  expect(browserCounts(report, false)).toEqual({ passed: 3, failed: 0, again: ["a.spec.ts:9 two"] });
  expect(browserCounts(report, true)).toEqual({ passed: 2, failed: 1, again: ["a.spec.ts:9 two"] });
});

test("counts nothing where there is no report", () => {
  expect(browserCounts(undefined, true)).toEqual({ passed: 0, failed: 0, again: [] });
});
