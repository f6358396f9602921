import { expect, test } from "vitest";
import { isFirstShown } from "../../src/left/shownMarks.ts";

test("a line that is asked for has the focus once, however often its editor is made", () => {
  const mark = { file: "mine.py", line: 3 };
  expect([isFirstShown(mark), isFirstShown(mark), isFirstShown({ ...mark })]).toEqual([true, false, true]);
});
