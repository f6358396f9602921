/** Programs and their output, as CPython 3.11 gives it; `npx tsx packages/python/fuzz/record.ts` asks it again. */
import { textCases } from "@relayscope/cases";
import { describe, expect, test } from "vitest";
import { runProgram } from "./runProgram.ts";

const cases = textCases(new URL("cases/", import.meta.url));

describe("programs print what CPython prints", () => {
  test.each(cases.map((c) => [c.name, c] as const))("%s", (_, { input, output }) => {
    expect(runProgram(input).trim()).toBe(output);
  });
});
