import { expect, test } from "vitest";
import { diffRows, noChange } from "../src/center/diffRows.ts";
import { relayTokens } from "../src/center/relayTokens.ts";
import { isOtherLater } from "../src/state/model.ts";
import { makePage } from "./makePage.ts";

const lines = Array.from({ length: 20 }, (_, i) => `l${i + 1}`);
const diff = {
  before: lines.join("\n"),
  after: [...lines.slice(0, 10), "new", ...lines.slice(10)].join("\n"),
  lines: Int32Array.from([
    ...Array.from({ length: 10 }, (_, i) => [i + 1, i + 1]).flat(),
    0,
    11,
    ...Array.from({ length: 10 }, (_, i) => [i + 11, i + 12]).flat(),
  ]),
};
const none: ReadonlySet<number> = new Set();

test("texts without a change are the same, or differ in numbers", () => {
  expect(noChange({ before: "%0", after: "%0" })).toBe("The texts are the same.");
  expect(noChange({ before: "%0", after: "%1" })).toBe("Only the numbers of temporaries differ.");
});

test("a pinned stage is on the side of its place in the pipeline", () => {
  const page = makePage();
  page.actions.showStage(2);
  page.actions.pin(4);
  expect(isOtherLater(page.store.getState())).toBe(true);
  page.actions.pin(1);
  expect(isOtherLater(page.store.getState())).toBe(false);
  page.actions.pin(undefined);
  expect(isOtherLater(page.store.getState())).toBe(false);
});

test("only changes leaves a few lines around a change, and gaps that can be opened", () => {
  const { rows, changes, added, removed } = diffRows(diff, true, none);
  expect(rows.map((row) => (row.kind === "gap" ? `${row.count}` : row.text))).toEqual([
    "7",
    "l8",
    "l9",
    "l10",
    "new",
    "l11",
    "l12",
    "l13",
    "7",
  ]);
  expect(changes).toEqual([4]);
  expect([added, removed]).toEqual([1, 0]);
  const opened = diffRows(diff, true, new Set([0]));
  expect(opened.rows).toHaveLength(15);
  expect(diffRows(diff, false, none).rows).toHaveLength(21);
});

test.each([
  'def @main(%x: Tensor[(1, 8), float32]) -> int8 { nn.conv2d(%x, padding=[1, 1], layout="NC\\"HW") /* ty=int8 */ }',
  "%0 = annotation.stop_fusion(%p1.2); // x",
  "",
])("tokens together are the line: %s", (line) => {
  expect(
    relayTokens(line)
      .map((token) => token.text)
      .join(""),
  ).toBe(line);
});

test("tokens are separated", () => {
  expect(relayTokens("%0 = nn.relu(@f, 1f)").flatMap((t) => (t.look === "" ? [] : [`${t.text} ${t.look}`]))).toEqual([
    "%0 tok-variable",
    "nn.relu tok-operator",
    "@f tok-function",
    "1f tok-number",
  ]);
});
