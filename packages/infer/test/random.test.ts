/** Random modules: inference keeps the laws of a pass, and what it finds is found again from the printed text. */
import { holds, moduleFrom } from "@relayscope/cases";
import { operators } from "@relayscope/ops";
import fc from "fast-check";
import { expect, test } from "vitest";
import { inferTypes } from "../src/index.ts";
import { brokenLaws, snapshot } from "./laws.ts";

test("random modules infer, print, parse and infer to the same", () => {
  holds(150, [fc.array(fc.nat(10_000), { maxLength: 120 })], (choices) => {
    const before = moduleFrom(choices, operators);
    const first = inferTypes(before, operators, { trust: "nothing" });
    expect(first.diagnostics).toEqual([]);
    const typed = snapshot(first.module);
    const again = inferTypes(first.module, operators);
    expect(again.module).toBe(first.module);
    expect(brokenLaws(typed, again.module, again.lineage)).toEqual([]);
  });
});
