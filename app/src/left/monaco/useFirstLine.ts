import { editor } from "monaco-editor/editor";
import { useEffect } from "react";
import { afterPaint } from "../../picture/afterPaint.ts";
import { usePage, usePageState } from "../../state/page.ts";
import { firstLine } from "../typeComments.ts";
import type { MadeEditor } from "./makeEditor.ts";

/** Shows a new document from its first column and `@main`, even if the cursor is at the end of pasted text. */
export function useFirstLine(editing: MadeEditor | undefined): void {
  const { store } = usePage();
  const documentNumber = usePageState((s) => s.documentNumber);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each document
  useEffect(() => {
    if (!editing) return;
    const { made, model } = editing;
    // Drops the scroll position of the previous document.
    made.setScrollTop(0);
    return afterPaint(() => {
      if (store.getState().textMark?.from === "graph") return;
      const line = firstLine(model.getValue());
      made.setScrollPosition(
        { scrollTop: line === 0 ? 0 : made.getTopForLineNumber(line + 1), scrollLeft: 0 },
        editor.ScrollType.Immediate,
      );
    });
  }, [documentNumber]);
}
