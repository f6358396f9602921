/**
 * What programs see of the compiler, as the reference shows it; `npm run script packages/targets/fuzz/record.ts` asks it
 * again.
 */
import { textCases } from "@relayscope/cases";
import { describe, expect, test } from "vitest";
import { runShown } from "./runShown.ts";

const cases = textCases(new URL("cases/", import.meta.url));

describe("programs see what the reference shows", () => {
  test.each(cases.map((c) => [c.name, c] as const))("%s", (_, { input, output }) => {
    expect(runShown(input)).toBe(output);
  });
});
