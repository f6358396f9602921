/** What a change gains, in words: what gets worse, and what it includes besides its cause. */
import type { CauseGain, Edit } from "@relayscope/engine";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { beyondText, gainOf, orderText, sameChange, worseOf } from "../../src/inspector/causes/gain.ts";
import { OutcomeTable } from "../../src/inspector/whatIf/OutcomeTable.tsx";
import { percent } from "../../src/ui/format.ts";

const numbers = (regions: number, bytes: number) => ({
  regions,
  regionsByTarget: [],
  offloaded: 10,
  operators: 20,
  tensors: 5,
  bytes,
  failure: "",
});

test("a change says what it makes worse", () => {
  const mixed = { before: numbers(54, 35 * 2 ** 20), after: numbers(64, 34 * 2 ** 20) };
  expect(worseOf(mixed)).toEqual(["54 → 64 regions"]);
  expect(gainOf(mixed)).toBe("35 MiB → 34 MiB crossing, but 54 → 64 regions");
  expect(gainOf({ before: numbers(9, 2 ** 20), after: { ...numbers(14, 2 ** 21), offloaded: 15 } })).toBe(
    "10 → 15 operators offloaded, but 9 → 14 regions and 1 MiB → 2 MiB crossing",
  );
  expect(worseOf({ before: numbers(54, 100), after: numbers(42, 100) })).toEqual([]);
});

test("a change that includes operators of other causes names them", () => {
  expect(beyondText([])).toBeUndefined();
  expect(beyondText(["cast"])).toBe("`cast` is not part of this cause, and the numbers count it, too.");
  expect(beyondText(["cast", "add", "exp"])).toMatch(/^`cast`, `add` and `exp` are not part/);
});

test("a percentage says all or none only of all or none", () => {
  expect([0, 1, 155, 310, 311].map((part) => percent(part, 311))).toEqual(["0%", "<1%", "50%", ">99%", "100%"]);
  expect(percent(0, 0)).toBe("–");
});

test("the table of a change gives the new number first, and then its direction", () => {
  const html = renderToStaticMarkup(createElement(OutcomeTable, { before: numbers(46, 100), after: numbers(9, 100) }));
  expect(html.replace(/<th class="pr-3.*?<\/thead>/, "").replace(/<[^>]+>/g, "")).toMatch(
    /regions469 ↓less than before.*100 B100 B =as before/,
  );
});

test("a list of causes says where the order is not that of the bytes", () => {
  const line = { unsized: 0, isByDesign: false };
  expect(orderText([line, line])).toBe("The costliest first, by bytes crossing.");
  expect(orderText([line, { ...line, isByDesign: true }])).toBe(
    "The costliest first, by bytes crossing; last, what the flow does by design.",
  );
  expect(orderText([{ ...line, unsized: 1 }, line])).toBe("The costliest first, by bytes crossing, unknown sizes before known ones.");
});

test("a cause refers to an earlier one only for the same change, and not for one that makes something worse", () => {
  const rule: Edit = { kind: "add-rule", target: "mine", operator: "exp" };
  const merging: Edit = { kind: "add-pass", pass: "MergeCompilerRegions", at: 2, options: {} };
  const gain = (line: number, edits: readonly Edit[], after = 9): CauseGain => ({
    line,
    best: { edits, label: "", run: { text: "" } as never, before: numbers(46, 100), after: numbers(after, 90) },
    others: [],
  });
  const lines = [{ subject: "exp", code: "no-rule" } as const, { subject: "MergeCompilerRegions", code: "no-merge-pass" } as const];
  expect(sameChange([gain(0, [rule, merging]), gain(1, [merging, rule])], lines, 1)).toBe("exp");
  expect(sameChange([gain(0, [rule, merging]), gain(1, [merging])], lines, 1)).toBeUndefined();
  expect(sameChange([gain(0, [rule], 50), gain(1, [rule], 50)], lines, 1)).toBeUndefined();
});
