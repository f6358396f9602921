/**
 * What a report of Playwright counts, and the titles of the tests that passed only on a second try, which have
 * failed where that is asked for.
 */
export function browserCounts(report, isStrict) {
  const { expected = 0, unexpected = 0, flaky = 0 } = report?.stats ?? {};
  const again = [];
  const pending = [...(report?.suites ?? [])];
  for (let suite = pending.pop(); suite; suite = pending.pop()) {
    pending.push(...(suite.suites ?? []));
    for (const spec of suite.specs ?? []) {
      if (spec.tests.some(({ status }) => status === "flaky")) again.push(`${spec.file}:${spec.line} ${spec.title}`);
    }
  }
  return { passed: expected + (isStrict ? 0 : flaky), failed: unexpected + (isStrict ? flaky : 0), again: again.sort() };
}
