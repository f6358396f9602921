/** The menus of the header, and the page's keys while one is open. */
import { expect, test } from "vitest";
import { runShortcut } from "../src/state/keys.ts";
import type { Page } from "../src/state/page.ts";
import { makePage, run, until } from "./makePage.ts";

/** Whether the page takes a key that is pressed outside of every field. */
function takes(page: Page, key: string): boolean {
  let isTaken = false;
  const preventDefault = () => {
    isTaken = true;
  };
  const none = { altKey: false, ctrlKey: false, metaKey: false, shiftKey: false };
  runShortcut(page, { ...none, key, target: null, defaultPrevented: false, preventDefault });
  return isTaken;
}

test("keys belong to a menu from the moment it is pressed, also before its code is there", () => {
  Object.assign(globalThis, { HTMLElement: class {} });
  const page = makePage();
  page.actions.showMenu("Examples");
  expect(takes(page, "s")).toBe(false);
  page.actions.showMenu("Examples", false);
  expect(takes(page, "s")).toBe(true);
});

test("a menu that opens closes the other one, whose end comes later", () => {
  const page = makePage();
  page.actions.showMenu("Examples");
  page.actions.showMenu("View");
  page.actions.showMenu("Examples", false);
  expect(page.store.getState().openMenu).toBe("View");
});

test("an empty page says so, and undo brings the document again", async () => {
  const page = makePage();
  await page.storage.warm();
  const text = "def @main(%x: Tensor[(1, 8), float32]) {\n  nn.relu(%x)\n}\n";
  await run(page, text);
  page.actions.clearPage();
  await until(page, (s) => s.run.status === "finished");
  expect(page.store.getState().document.text).toBe("");
  const said = page.store.getState().notices.find(({ id }) => id === "pasted");
  expect(said).toMatchObject({ text: "The page is empty.", action: { label: "Undo" } });
  said?.action?.run();
  expect(page.store.getState().document.text).toBe(text);
});
