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

test("a function without a return type: the type that its body gives is to be declared; none where a pass made it", () => {
  const text = `def @main(%x: Tensor[(2, 3), float32]) {
  (@twice(%x), @open(%x), @same(%x))
}

def @twice(%y: Tensor[(2, 3), float32]) {
  (%y, %y)
}

def @open(%z: Tensor[(2, 3), float32]) {
  @open(%z)
}

def @same[A](%a: A) {
  %a
}
`;
  const hintsBy = (trust: "nothing" | "subgraphs") =>
    inferTypes(parseModule(text, { operators }).module, operators, { trust }).diagnostics.map(({ code, message, hints }) => {
      expect(code).toBe("undeclared-result");
      return [/`@(\w+)`/.exec(message)?.[1], ...hints];
    });
  const unknown = "The type of its result is unknown, too: fix what is reported in it, or declare the type.";
  expect(hintsBy("nothing")).toEqual([
    ["twice", "Declare what its body gives: `-> (Tensor[(2, 3), float32], Tensor[(2, 3), float32])`."],
    ["open", unknown],
    ["same", "Declare what its body gives: `-> A`."],
    ["open", unknown],
  ]);
  expect(hintsBy("subgraphs")).toEqual([["twice"], ["open"], ["same"], ["open"]]);
});
