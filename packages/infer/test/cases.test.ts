/** Modules and what inference makes of them: the reference's types, or each error with its place. */
import { textCases } from "@relayscope/cases";
import { operators } from "@relayscope/ops";
import { parseModule, positionOf, printModule } from "@relayscope/text";
import { describe, expect, test } from "vitest";
import { inferTypes } from "../src/index.ts";
import { brokenLaws, snapshot } from "./laws.ts";

describe("types and errors", () => {
  test.each(textCases(new URL("cases/", import.meta.url)).map((c) => [c.name, c] as const))("%s", (_, { input, output }) => {
    const read = parseModule(input, { operators });
    expect(read.diagnostics).toEqual([]);
    const result = inferTypes(read.module, operators, { trust: "nothing" });
    if (result.diagnostics.length === 0) {
      expect(printModule(result.module).trim()).toBe(output);
      const again = inferTypes(result.module, operators);
      expect(again.module).toBe(result.module);
      expect(brokenLaws(snapshot(result.module), again.module, again.lineage)).toEqual([]);
      return;
    }
    const errors = result.diagnostics.map((d) => {
      const { line, column } = positionOf(input, d.span?.start ?? 0);
      return `${line}:${column} ${d.code}: ${d.message}`;
    });
    expect(errors.join("\n")).toBe(output);
  });
});
