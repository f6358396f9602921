import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { diffLines, withoutTypes } from "../src/center/diff.ts";

describe("diffLines", () => {
  test("finds the shortest change", () => {
    const lines = diffLines("a\nb\nc\nd", "a\nx\nc\nd\ne");
    expect(lines.map((l) => `${l.kind[0]}${l.text}`)).toEqual(["sa", "rb", "ax", "sc", "sd", "ae"]);
  });

  test("does not count the numbers of temporaries", () => {
    expect(diffLines("%0 = f(%1);", "%7 = f(%9);").map((l) => l.kind)).toEqual(["same"]);
  });

  test("both texts can be read off the difference, at their line numbers", () => {
    const text = fc.array(fc.constantFrom("a", "b", "c", "d", ""), { maxLength: 30 }).map((l) => l.join("\n"));
    fc.assert(
      fc.property(text, text, (before, after) => {
        const lines = diffLines(before, after);
        const left = lines.filter((l) => l.kind !== "added");
        const right = lines.filter((l) => l.kind !== "removed");
        expect(left.map((l) => l.text).join("\n")).toBe(before);
        expect(right.map((l) => l.text).join("\n")).toBe(after);
        expect(left.map((l) => l.before)).toEqual(left.map((_, i) => i + 1));
        expect(right.map((l) => l.after)).toEqual(right.map((_, i) => i + 1));
      }),
      { numRuns: 500 },
    );
  });
});

test("withoutTypes leaves other comments alone", () => {
  expect(withoutTypes("add(%a, 1 /* ty=int32 */) /* span=x */ /* ty=Tensor[(1), int32] */;")).toBe("add(%a, 1) /* span=x */;");
});
