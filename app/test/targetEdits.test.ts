import { expect, test } from "vitest";
import { namesIn, wordAt } from "../src/left/operatorNames.ts";
import { makePage, run, until } from "./makePage.ts";

const text = "def @main(%x: Tensor[(1, 8), float32]) {\n  %0 = nn.relu(%x);\n  add(%0, %0)\n}\n";

test("names are found with their places, each once", () => {
  const { names, places } = namesIn("add\nnn.relu, add");
  expect(names).toEqual(["add", "nn.relu"]);
  expect(places.map((p) => p.range)).toEqual([
    { start: 0, end: 3 },
    { start: 4, end: 11 },
    { start: 13, end: 16 },
  ]);
  expect(wordAt("add\nnn.re", 9)).toEqual({ start: 4, end: 9 });
  expect(wordAt("add ", 4)).toEqual({ start: 4, end: 4 });
});

test("an edit that goes on is undone as one", async () => {
  const page = makePage();
  await run(page, text);
  const spec = (operators: readonly string[]) => ({ name: "mine", patterns: [], operators });
  page.actions.editTarget("mine", spec([]));
  page.actions.editTarget("mine", spec(["add"]));
  page.actions.editTarget("mine", spec(["add", "exp"]), true);
  expect(page.store.getState().document.customTargets[0]?.operators).toEqual(["add", "exp"]);
  page.actions.undo();
  expect(page.store.getState().document.customTargets[0]?.operators).toEqual([]);
});

test("a pasted text is a new document that undo takes back", async () => {
  const page = makePage();
  await page.storage.warm();
  await run(page, text);
  page.actions.describe({ title: "Mine", note: "" });
  page.actions.paste("def @main(%y: Tensor[(2), float32]) {\r\n  exp(%y)\r\n}\r\n");
  await until(page, (s) => s.run.status === "finished");
  expect(page.store.getState().document.text).toBe("def @main(%y: Tensor[(2), float32]) {\n  exp(%y)\n}\n");
  expect(page.store.getState().document.title).toBeUndefined();
  page.actions.paste("  \n ");
  page.actions.undo();
  expect(page.store.getState().document).toMatchObject({ text, title: "Mine" });
});
