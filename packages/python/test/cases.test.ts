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

test("numpy along an axis that is not built is refused, not answered without it", () => {
  const program =
    "import numpy as np\nfor f in (np.percentile, np.quantile):\n    try:\n        f(np.zeros((2, 2)), 1, axis=0)\n    except RuntimeError as error:\n        print(error)";
  const refused = (name: string) => `numpy.${name}() along an axis of several is not available here`;
  expect(runProgram(program).trim()).toBe(["percentile", "quantile"].map(refused).join("\n"));
});
