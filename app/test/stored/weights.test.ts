/**
 * The values of a model's weights: beside the document that was imported with them, kept in the browser, and never in
 * what is shared.
 */
import type { WeightValues } from "@relayscope/engine";
import { encodeFile } from "@relayscope/share";
import { expect, test } from "vitest";
import { keepWeights } from "../../src/state/keepDocument.ts";
import { weightsOf } from "../../src/state/model.ts";
import { snapshotOf } from "../../src/state/snapshots.ts";
import { bringWeights } from "../../src/state/startPage.ts";
import type { WeightStore } from "../../src/state/weights/weightStore.ts";
import { makePage, memory, run, until } from "../makePage.ts";

const text = "def @main(%x: float32, %v_param_1: float32) { add(%x, multiply(%v_param_1, 2f)) }";
const values: WeightValues = {
  constants: new Map(),
  parameters: new Map([["v_param_1", { dtype: "float32", shape: [], values: Float32Array.of(1.5) }]]),
};

/** A store in memory, as the browser's is over its database. */
function weightMemory(): WeightStore {
  let held: WeightValues | undefined;
  let of = "";
  return {
    saveValues(given) {
      held = given;
    },
    saveText(given) {
      of = given;
    },
    load: async (asked) => (asked === of ? held : undefined),
  };
}

test("an imported model runs with its values, bound", async () => {
  const page = makePage();
  page.actions.openImported("m.tflite", text, { values, left: 0 });
  expect(page.store.getState().document.bindParameters).toBe(true);
  await until(page, (s) => s.run.status === "finished");
  const { run: ran } = page.store.getState();
  expect((await page.engine.text(ran.epoch, 0)).text).toContain("multiply(1.5f");
});

test("another text has no values, and edits of the text keep them", async () => {
  const page = makePage();
  page.actions.openImported("m.tflite", text, { values, left: 0 });
  page.actions.setText(text.replace("2f", "3f"));
  expect(weightsOf(page.store.getState())).toBe(values);
  await run(page, "def @main(%a: float32) { tanh(exp(%a)) }");
  expect(weightsOf(page.store.getState())).toBeUndefined();
});

test("undo of what replaced the document restores them, and redo takes them away", () => {
  const page = makePage();
  page.actions.openImported("m.tflite", text, { values, left: 0 });
  page.actions.paste("def @main(%a: float32) { tanh(%a) }");
  expect(weightsOf(page.store.getState())).toBeUndefined();
  page.actions.undo();
  expect(page.store.getState().document.text).toBe(text);
  expect(weightsOf(page.store.getState())).toBe(values);
  page.actions.redo();
  expect(weightsOf(page.store.getState())).toBeUndefined();
});

test("they are kept with the document and come back with it, and with no other", async () => {
  const weights = weightMemory();
  const backend = memory();
  const page = makePage(backend, memory(), undefined, weights);
  page.actions.openImported("m.tflite", text, { values, left: 0 });
  keepWeights(page);
  const again = makePage(backend, memory(), undefined, weights);
  await bringWeights(again, text);
  again.actions.open(snapshotOf(page.store.getState(), undefined));
  expect(weightsOf(again.store.getState())).toBe(values);
  const other = makePage(backend, memory(), undefined, weights);
  await bringWeights(other, `${text} `);
  expect(other.store.getState().weights).toBeUndefined();
  await run(page, "def @main(%a: float32) { tanh(exp(%a)) }");
  keepWeights(page);
  expect(await weights.load(text)).toBeUndefined();
});

test("nothing of them is in a link or a file", () => {
  const page = makePage();
  page.actions.openImported("m.tflite", text, { values, left: 0 });
  const { weights: _, ...bare } = page.store.getState();
  const snapshot = snapshotOf(page.store.getState(), undefined);
  expect(encodeFile(snapshot)).toBe(encodeFile(snapshotOf({ ...bare, weights: undefined }, undefined)));
});
