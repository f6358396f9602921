/** What a change gains, in words: what gets worse, and what it includes besides its cause. */
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { beyondText, gainOf, worseOf } from "../../src/inspector/causes/gain.ts";
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
