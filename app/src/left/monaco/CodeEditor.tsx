import { type RefObject, useState } from "react";
import { useController } from "../../hooks/useController.ts";
import { useLatest } from "../../hooks/useRequest.ts";
import { useTheme } from "../../hooks/useTheme.ts";
import { usePage, usePageState } from "../../state/page.ts";
import { CodeView } from "./CodeView.ts";
import type { MadeEditor } from "./makeEditor.ts";
import type { FoundTypes } from "./TypeFolds.ts";
import { takePlace } from "./takePlace.ts";

interface CodeEditorProps {
  /** The field that the editor replaces. */
  readonly plain: RefObject<HTMLTextAreaElement | null>;
  readonly onReady: () => void;
}

/**
 * The full editor. It is hidden until its text is drawn. Types are folded at first if each of their lines is wider than
 * the editor.
 */
export function CodeEditor({ plain, onReady }: CodeEditorProps) {
  const page = usePage();
  const [isReady, setIsReady] = useState(false);
  const [found, setFound] = useState<FoundTypes>({ hasTypes: false, isWide: false });
  const [chosen, setChosen] = useState<{ readonly document: number; readonly isFolded: boolean }>();
  const documentNumber = usePageState((s) => s.documentNumber);
  const asked = useLatest("text");
  const isFolded = chosen?.document === documentNumber ? chosen.isFolded : found.isWide;
  const onDrawn = (editing: MadeEditor) =>
    takePlace(editing, {
      field: plain.current,
      show: () => {
        setIsReady(true);
        onReady();
      },
      text: () => page.store.getState().document.text,
    });
  const onFound = (now: FoundTypes) =>
    setFound((before) => (before.hasTypes === now.hasTypes && before.isWide === now.isWide ? before : now));
  const [view] = useState(() => new CodeView(page, { onReady: onDrawn, onFound }));
  useController(view, {
    theme: useTheme(),
    text: usePageState((s) => s.document.text),
    problems: usePageState((s) => s.run.problems),
    mark: usePageState((s) => s.textMark),
    asked: isReady ? asked : undefined,
    documentNumber,
    isFolded,
  });
  return (
    <div className="flex size-full flex-col">
      <div ref={view.attach} data-testid="editor" className={`min-h-0 flex-1 ${isReady ? "" : "invisible"}`} />
      {isReady && found.hasTypes && (
        <div className="flex shrink-0 justify-end border-t border-line bg-panel px-2 py-0.5">
          <button
            type="button"
            onClick={() => setChosen({ document: documentNumber, isFolded: !isFolded })}
            className="h-6 rounded-md px-2 text-small font-medium text-ink-2 hover:bg-hover"
          >
            {isFolded ? "Show types" : "Fold types"}
          </button>
        </div>
      )}
    </div>
  );
}
