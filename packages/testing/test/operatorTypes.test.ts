/**
 * Calls of single operators and the head that their function gets, as the reference answers: types, filled-in
 * parameters, or the class of its exception (`error` where it crashes instead).
 */
import { textCases } from "@relayscope/cases";
import { endingError, inferTypes } from "@relayscope/infer";
import type { Diagnostic } from "@relayscope/ir";
import { operators } from "@relayscope/ops";
import { parseModule, printModule } from "@relayscope/text";
import { describe, expect, test } from "vitest";

describe("operators", () => {
  test.each(textCases(new URL("cases/operators/", import.meta.url)).map((c) => [c.name, c] as const))("%s", (_, { input, output }) => {
    const read = parseModule(input, { operators });
    const first = inferTypes(read.module, operators, { trust: "nothing" });
    const second = inferTypes(first.module, operators, { trust: "nothing" });
    const isError = ({ severity }: Diagnostic) => severity === "error";
    const error = endingError([...first.diagnostics, ...second.diagnostics].filter(isError));
    expect(read.diagnostics.filter(isError)).toEqual([]);
    const head = printModule(second.module)
      .split("\n")
      .find((line) => line.startsWith("def "))
      ?.replaceAll(/ \/\*.*?\*\//gu, "");
    const raised = output === "error" ? "error" : (error?.raises ?? "DiagnosticError");
    expect(error ? raised : head).toBe(output);
  });
});
