import { expect, test } from "vitest";
import { isFirstShown, leaveFocus } from "../../src/state/shownMarks.ts";

test("a line that is asked for has the focus once, however often its editor is made", () => {
  const mark = { file: "mine.py", line: 3 };
  expect([isFirstShown(mark), isFirstShown(mark), isFirstShown({ ...mark })]).toEqual([true, false, true]);
});

test("a line that the page shows by itself never has the focus", () => {
  const mark = { file: "mine.py", line: 3 };
  leaveFocus(mark);
  expect(isFirstShown(mark)).toBe(false);
});
