import { editor, type IDisposable } from "monaco-editor/editor";
import { foldsAtFirst } from "../typeComments.ts";
import { foldableTypes } from "./foldableTypes.ts";
import type { MadeEditor } from "./makeEditor.ts";
import { editorRange } from "./providers.ts";

/** What there is to fold in a text. */
export interface FoundTypes {
  /** Whether the text has comments to fold. */
  readonly hasTypes: boolean;
  /** Whether each of their lines is wider than the editor. */
  readonly isWide: boolean;
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

/** Hides the type comments of an editor's text, without changing the text. Reports through `onFound` what there is. */
export class TypeFolds {
  private readonly folding: editor.IEditorDecorationsCollection;
  private readonly watched: readonly IDisposable[];
  private timer: ReturnType<typeof setTimeout> | undefined;
  private isFolded = false;

  constructor(
    private readonly editing: MadeEditor,
    private readonly onFound: (found: FoundTypes) => void,
  ) {
    const { made, model } = editing;
    this.folding = made.createDecorationsCollection();
    this.watched = [
      model.onDidChangeContent(({ isFlush }) => {
        clearTimeout(this.timer);
        this.timer = setTimeout(() => this.fold(), isFlush ? 0 : rest);
      }),
      made.onDidLayoutChange(() => this.fold()),
    ];
  }

  set(isFolded: boolean): void {
    this.isFolded = isFolded;
    this.fold();
  }

  private fold(): void {
    const { made, model } = this.editing;
    const text = model.getValue();
    const comments = foldableTypes(text);
    const { contentWidth } = made.getLayoutInfo();
    const { typicalHalfwidthCharacterWidth: letter } = made.getOption(editor.EditorOption.fontInfo);
    // A hidden editor has no width; the earlier result stays.
    if (contentWidth > 0) this.onFound({ hasTypes: comments.length > 0, isWide: foldsAtFirst(text, comments, contentWidth / letter) });
    this.folding.set(this.isFolded ? comments.map((range) => ({ range: editorRange(model, range), options: folded })) : []);
  }

  dispose(): void {
    clearTimeout(this.timer);
    for (const one of this.watched) one.dispose();
  }
}
