import { holds } from "@relayscope/cases";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { alignLines } from "../src/questions/lineDiff.ts";
import { withoutTypes } from "../src/questions/textDiff.ts";

/** The alignment in words: `=`, `-` and `+` before each line. */
function told(before: readonly string[], after: readonly string[]): readonly string[] {
  const pairs = alignLines(before, after);
  const lines: string[] = [];
  for (let i = 0; i < pairs.length; i += 2) {
    const [left = 0, right = 0] = [pairs[i], pairs[i + 1]];
    lines.push(right === 0 ? `-${before[left - 1]}` : `${left === 0 ? "+" : "="}${after[right - 1]}`);
  }
  return lines;
}

function sameCount(before: readonly string[], after: readonly string[]): number {
  return told(before, after).filter((line) => line.startsWith("=")).length;
}

describe("alignLines", () => {
  test("finds the shortest change", () => {
    expect(told(["a", "b", "c", "d"], ["a", "x", "c", "d", "e"])).toEqual(["=a", "-b", "+x", "=c", "=d", "+e"]);
  });

  test("does not count the numbers of temporaries", () => {
    expect(told(["%0 = f(%1);"], ["%7 = f(%9);"])).toEqual(["=%7 = f(%9);"]);
  });

  test("both texts can be read off the alignment, in order and whole", () => {
    const text = fc.array(fc.constantFrom("a", "b", "c", "d", "e", "f", "g", ""), { maxLength: 40 });
    holds(500, [text, text], (before, after) => {
      const pairs = alignLines(before, after);
      const left: number[] = [];
      const right: number[] = [];
      for (let i = 0; i < pairs.length; i += 2) {
        const [l = 0, r = 0] = [pairs[i], pairs[i + 1]];
        if (l > 0) left.push(l);
        if (r > 0) right.push(r);
        if (l > 0 && r > 0) expect(before[l - 1]).toBe(after[r - 1]);
      }
      expect(left).toEqual(before.map((_, i) => i + 1));
      expect(right).toEqual(after.map((_, i) => i + 1));
    });
  });

  test("a large text that differs in many places is aligned, with and without lines of its own", () => {
    const count = 10_000;
    const repeated = ["%0 = nn.conv2d(%1, %2);", "%0 = nn.relu(%1);", "%0 = add(%1, %2);"];
    const before = Array.from({ length: count }, (_, i) => (i % 40 === 0 ? `%0 = layer_${i}(%1);` : (repeated[i % 3] ?? "")));
    // Every second line is wrapped, as annotating does: 5,000 edits.
    const after = before.flatMap((line, i) => (i % 2 === 0 ? [`%0 = annotation.begin(%1, "${i % 7}");`, line] : [line]));
    expect(sameCount(before, after)).toBe(count);
    const plain = before.map((_, i) => repeated[i % 3] ?? "");
    const wrapped = plain.flatMap((line, i) => (i % 2 === 0 ? ["%0 = annotation.begin(%1);", line] : [line]));
    expect(sameCount(plain, wrapped)).toBeGreaterThan(0.95 * count);
  });

  test("texts without a line in common end in a change, both whole", () => {
    const before = Array.from({ length: 3_000 }, (_, i) => `a${i}`);
    const after = Array.from({ length: 3_000 }, (_, i) => `b${i}`);
    expect(sameCount(before, after)).toBe(0);
    expect(told(before, after)).toHaveLength(6_000);
  });
});

test("withoutTypes leaves other comments alone", () => {
  expect(withoutTypes("add(%a, 1 /* ty=int32 */) /* span=x */ /* ty=Tensor[(1), int32] */;")).toBe("add(%a, 1) /* span=x */;");
});
