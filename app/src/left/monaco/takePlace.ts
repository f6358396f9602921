/** How the full editor takes the plain field's place: what is selected and in sight there stays so. */
import { Selection, SelectionDirection } from "monaco-editor/editor";
import type { MadeEditor } from "./makeEditor.ts";

/** Calls back when no letter is being composed in a field: at once, or at the end of that; the answer takes that back. */
export function whenComposed(field: HTMLTextAreaElement | null, act: () => void): () => void {
  if (field?.dataset.composing === undefined) {
    act();
    return () => {};
  }
  // The field hears of the end before the page does, and writes what was composed.
  const end = () => setTimeout(act);
  field.addEventListener("compositionend", end, { once: true });
  return () => field.removeEventListener("compositionend", end);
}

/** Where a field is, to be given to an editor of the same text once the field is gone. */
export function placeOf(field: HTMLTextAreaElement): (editor: MadeEditor) => void {
  const { selectionStart, selectionEnd, selectionDirection, scrollTop, scrollLeft, value } = field;
  const isFocused = document.activeElement === field;
  // Of a long text the field has the beginning: where all of that is selected, all of the text is meant.
  const isAll = selectionStart === 0 && selectionEnd === value.length && value !== "";
  return ({ made, model }) => {
    const start = model.getPositionAt(selectionStart);
    const end = isAll ? model.getFullModelRange().getEndPosition() : model.getPositionAt(selectionEnd);
    const direction = selectionDirection === "backward" ? SelectionDirection.RTL : SelectionDirection.LTR;
    made.setSelection(Selection.createWithDirection(start.lineNumber, start.column, end.lineNumber, end.column, direction));
    made.setScrollPosition({ scrollTop, scrollLeft });
    if (isFocused) made.focus();
  };
}
