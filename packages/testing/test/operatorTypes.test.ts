/**
 * Calls of single operators and the head that their function gets, as the reference answers: types, filled-in
 * parameters, or an error.
 */

import { textCases } from "@relayscope/cases";
import { inferTypes } from "@relayscope/infer";
import { operators } from "@relayscope/ops";
import { parseModule, printModule } from "@relayscope/text";
import { describe, expect, test } from "vitest";

describe("operators", () => {
  test.each(textCases(new URL("cases/operators/", import.meta.url)).map((c) => [c.name, c] as const))("%s", (_, { input, output }) => {
    const read = parseModule(input, { operators });
    const first = inferTypes(read.module, operators, { trust: "nothing" });
    const second = inferTypes(first.module, operators, { trust: "nothing" });
    const isRefused = [...read.diagnostics, ...first.diagnostics, ...second.diagnostics].some((d) => d.severity === "error");
    const head = printModule(second.module)
      .split("\n")
      .find((line) => line.startsWith("def "))
      ?.replaceAll(/ \/\*.*?\*\//gu, "");
    expect(isRefused ? "error" : head).toBe(output);
  });
});
