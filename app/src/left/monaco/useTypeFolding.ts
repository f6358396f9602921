import { editor } from "monaco-editor/editor";
import { useEffect, useState } from "react";
import { usePageState } from "../../state/page.ts";
import { foldsAtFirst, typeComments } from "../typeComments.ts";
import type { MadeEditor } from "./makeEditor.ts";
import { editorRange } from "./providers.ts";

export interface TypeFolding {
  /** Whether the text has comments to fold. */
  readonly hasTypes: boolean;
  readonly isFolded: boolean;
  readonly setFolded: (isFolded: boolean) => void;
}

/**
 * How long a text must rest before its folds are searched again, in milliseconds. Existing folds move with the text.
 */
const rest = 250;

const folded: editor.IModelDecorationOptions = {
  inlineClassName: "folded-type",
  // The hidden characters take no room, so the editor must measure the line.
  inlineClassNameAffectsLetterSpacing: true,
};

/**
 * Hides the type comments of an editor's text, without changing the text: initially if each of their lines is wider
 * than the editor.
 */
export function useTypeFolding(editing: MadeEditor | undefined): TypeFolding {
  const documentNumber = usePageState((s) => s.documentNumber);
  const [chosen, setChosen] = useState<{ readonly document: number; readonly isFolded: boolean }>();
  const [found, setFound] = useState({ hasTypes: false, isWide: false });
  const isFolded = chosen?.document === documentNumber ? chosen.isFolded : found.isWide;
  useEffect(() => {
    if (!editing) return;
    const { made, model } = editing;
    const folding = made.createDecorationsCollection();
    const fold = () => {
      const comments = typeComments(model.getValue());
      const { contentWidth } = made.getLayoutInfo();
      const { typicalHalfwidthCharacterWidth: letter } = made.getOption(editor.EditorOption.fontInfo);
      // A hidden editor has no width; the earlier result stays.
      if (contentWidth > 0) {
        const isWide = foldsAtFirst(model.getValue(), comments, contentWidth / letter);
        const hasTypes = comments.length > 0;
        setFound((before) => (before.hasTypes === hasTypes && before.isWide === isWide ? before : { hasTypes, isWide }));
      }
      folding.set(isFolded ? comments.map((range) => ({ range: editorRange(model, range), options: folded })) : []);
    };
    let timer: ReturnType<typeof setTimeout> | undefined;
    const changed = model.onDidChangeContent(({ isFlush }) => {
      clearTimeout(timer);
      timer = setTimeout(fold, isFlush ? 0 : rest);
    });
    const resized = made.onDidLayoutChange(fold);
    fold();
    return () => {
      clearTimeout(timer);
      changed.dispose();
      resized.dispose();
      folding.clear();
    };
  }, [editing, isFolded]);
  return { hasTypes: found.hasTypes, isFolded, setFolded: (next) => setChosen({ document: documentNumber, isFolded: next }) };
}
