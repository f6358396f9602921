/** The panels around the picture, where the window has no room for the editor and the inspector at once. */
import { expect, test } from "vitest";
import { isLeftShown } from "../src/hooks/useWidth.ts";
import { runCommand } from "../src/state/commands/commands.ts";
import { isFirstShown, leaveFocus } from "../src/state/shownMarks.ts";
import { makePage } from "./makePage.ts";

function shownIn(page: ReturnType<typeof makePage>) {
  const state = page.store.getState();
  return { editor: isLeftShown(state, false), inspector: state.isDrawerOpen, inWide: isLeftShown(state, true) };
}

test("the editor makes room for the inspector, and comes back as it closes", () => {
  const page = makePage();
  expect(shownIn(page)).toEqual({ editor: true, inspector: false, inWide: true });
  page.actions.inspect();
  expect(shownIn(page)).toEqual({ editor: false, inspector: true, inWide: true });
  page.actions.setDrawer(false);
  expect(shownIn(page)).toEqual({ editor: true, inspector: false, inWide: true });
});

test("the editor makes room for the list of lessons, not for a lesson", () => {
  const page = makePage();
  page.actions.showLeft("relay");
  page.actions.learn({ kind: "list" });
  expect(shownIn(page)).toEqual({ editor: false, inspector: false, inWide: true });
  page.actions.showEditor(true);
  expect(shownIn(page).editor).toBe(true);
  page.actions.learn({ kind: "course", name: "regions" });
  expect(shownIn(page).editor).toBe(true);
});

test("an editor that was folded away stays so", () => {
  const page = makePage();
  page.actions.showEditor(false);
  page.actions.inspect();
  page.actions.setDrawer(false);
  expect(shownIn(page)).toEqual({ editor: false, inspector: false, inWide: false });
});

test("a line of the legend stays pressed until it is pressed again, by Escape, or with other colors or another document", () => {
  const page = makePage();
  const line = () => page.store.getState().legendLine;
  page.actions.stressLegend("exp");
  page.actions.step(1);
  expect(line()).toBe("exp");
  page.actions.stressLegend("exp");
  expect(line()).toBeUndefined();
  page.actions.stressLegend("exp");
  page.actions.setFilter({ query: "exp", isInverted: false });
  // The filter is the later of the two, and ends first.
  runCommand("letGo", page);
  expect([line(), page.store.getState().filter]).toEqual(["exp", undefined]);
  runCommand("letGo", page);
  expect(line()).toBeUndefined();
  page.actions.stressLegend("exp");
  page.actions.setPreferences({ isWrapped: false });
  expect(line()).toBe("exp");
  page.actions.setPreferences({ colorBy: "dtype" });
  expect(line()).toBeUndefined();
  page.actions.stressLegend("exp");
  page.actions.paste("def @main(%x: Tensor[(1), float32]) { exp(%x) }");
  expect(line()).toBeUndefined();
});

test("each press on a button that shows a line moves the focus there, also where the line was shown before", () => {
  const page = makePage();
  const place = { file: "mine.py", line: 3 };
  const moves = () => {
    page.actions.showCode(place);
    const { codeMark } = page.store.getState();
    expect(codeMark).toEqual(place);
    return codeMark !== undefined && isFirstShown(codeMark);
  };
  // As a file that opens at its problem: the page shows the line by itself.
  leaveFocus(place);
  expect([moves(), moves()]).toEqual([true, true]);
  const range = { start: 4, end: 9 };
  page.actions.showText(range);
  const first = page.requests.latest("text");
  page.actions.showText(range);
  expect(first?.what).toEqual(range);
  expect(page.requests.latest("text")).not.toBe(first);
});

test("what is shown in the editor opens it next to the inspector, until that comes again", () => {
  const page = makePage();
  page.actions.inspect();
  page.actions.showText({ start: 0, end: 1 });
  expect(shownIn(page)).toEqual({ editor: true, inspector: true, inWide: true });
  page.actions.inspect();
  expect(shownIn(page).editor).toBe(true);
  page.actions.setDrawer(false);
  page.actions.inspect();
  expect(shownIn(page).editor).toBe(false);
});
