/** What of a text is in sight when it is put on the page: its `@main`, and no types where they would fill the pane. */
import { expect, test } from "vitest";
import { foldableTypes } from "../src/left/monaco/foldableTypes.ts";
import { firstLine, foldsAtFirst, typeComments } from "../src/left/typeComments.ts";

const text = `def @main(%x: Tensor[(1, 8), float32] /* ty=Tensor[(1, 8), float32] */) -> Tensor[(1, 8), float32] {
  %0 = nn.relu(%x) /* ty=Tensor[(1, 8), float32] */;
  /* a remark */
  add(%0, 1f /* ty=float32 */) /* ty=Tensor[(1, 8), float32] */
}
`;

function withoutTypes(whole: string): string {
  let end = whole.length;
  let kept = "";
  for (const range of typeComments(whole).toReversed()) {
    kept = whole.slice(range.end, end) + kept;
    end = range.start;
  }
  return whole.slice(0, end) + kept;
}

test("type comments go with the space before them, and nothing else does", () => {
  expect(withoutTypes(text)).toBe(`def @main(%x: Tensor[(1, 8), float32]) -> Tensor[(1, 8), float32] {
  %0 = nn.relu(%x);
  /* a remark */
  add(%0, 1f)
}
`);
  expect(typeComments("%0 /* ty=never closed")).toEqual([]);
});

test("a text that is too long for the editor's decorations keeps its types in sight", () => {
  expect(foldableTypes(text.repeat(1_500))).toEqual(typeComments(text.repeat(1_500)));
  expect(foldableTypes(text.repeat(3_000))).toEqual([]);
});

test("they are folded at first where each of their lines is wider than the pane", () => {
  const folds = (columns: number) => foldsAtFirst(text, typeComments(text), columns);
  expect(folds(40)).toBe(true);
  // The second line has 52 columns.
  expect(folds(51)).toBe(true);
  expect(folds(52)).toBe(false);
  expect(foldsAtFirst("def @main() { 1 }", [], 5)).toBe(false);
});

test("a text is shown from its main function where that is far down, else from its top", () => {
  expect(firstLine(text)).toBe(0);
  expect(firstLine(`#[version = "0.0.5"]\n${text}`)).toBe(0);
  expect(firstLine(`${"a line of a log\n".repeat(30)}${text}`)).toBe(30);
  expect(firstLine("%0 = nn.relu(%x)\n".repeat(30))).toBe(0);
  expect(firstLine(`${"a line of a notebook\n".repeat(20)}fn (%x: int32) {\n  %x\n}\n${text}`)).toBe(20);
});
