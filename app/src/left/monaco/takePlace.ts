/** Replaces the plain field by the full editor, with the same selection and scroll position. */
import { Selection, SelectionDirection } from "monaco-editor/editor";
import { flushSync } from "react-dom";
import type { MadeEditor } from "./makeEditor.ts";

interface Exchange {
  readonly field: HTMLTextAreaElement | null;
  /** Shows the editor and removes the field. */
  readonly show: () => void;
  /** Returns the text of the field at that moment. */
  readonly text: () => string;
}

/**
 * Shows an editor in a field's place, with its text, selection and scroll position, when no character is being composed
 * there. Returns a function that cancels it.
 */
export function takePlace(editing: MadeEditor, { field, show, text }: Exchange): () => void {
  return whenComposed(field, () => {
    const place = field && placeOf(field);
    flushSync(show);
    const written = text();
    if (editing.model.getValue() !== written) editing.model.setValue(written);
    place?.(editing);
  });
}

/**
 * Calls back when no character is being composed in a field: at once, or at the end of the composition. Returns a
 * function that cancels it.
 */
function whenComposed(field: HTMLTextAreaElement | null, act: () => void): () => void {
  if (field?.dataset.composing === undefined) {
    act();
    return () => {};
  }
  // The field gets the event after the page does, and then writes the composed text.
  const end = () => setTimeout(act);
  field.addEventListener("compositionend", end, { once: true });
  return () => field.removeEventListener("compositionend", end);
}

/** The selection and scroll position of a field, applied to an editor of the same text once the field is gone. */
function placeOf(field: HTMLTextAreaElement): (editor: MadeEditor) => void {
  const { selectionStart, selectionEnd, selectionDirection, scrollTop, scrollLeft, value } = field;
  const isFocused = document.activeElement === field;
  // The field has only the beginning of a long text. If all of that is selected, the whole text is meant.
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
