/** Makes the page's editors step by step, so that no step takes long. */
import { editor, type IDisposable } from "monaco-editor/editor";
import { inSteps } from "../../state/inSteps.ts";
import { leaveBracketsPlain, relayLanguage } from "./language.ts";
import { editorLook, showTheme } from "./look.ts";

/** An editor and the model of its text. */
export interface MadeEditor {
  readonly made: editor.IStandaloneCodeEditor;
  readonly model: editor.ITextModel;
}

interface EditorWanted {
  readonly host: HTMLElement;
  readonly theme: "light" | "dark";
  /** Relay by default. */
  readonly language?: string;
  readonly options: editor.IStandaloneEditorConstructionOptions;
  readonly onMade: (made: MadeEditor) => void;
}

/** Tab leaves the editor until the user writes or presses in it: walking the page by Tab changes no text. */
function letTabPass(made: editor.IStandaloneCodeEditor): void {
  const passes = (tabFocusMode: boolean) => () => made.updateOptions({ tabFocusMode });
  const keeps = passes(false);
  made.onDidChangeModelContent(({ isFlush }) => {
    if (!isFlush && made.hasTextFocus()) keeps();
  });
  made.onMouseDown(keeps);
  made.onDidBlurEditorWidget(passes(true));
  made.updateOptions({ tabFocusMode: true });
}

function* steps({ host, theme, language = relayLanguage, options }: EditorWanted, kept: IDisposable[]): Generator<void, MadeEditor> {
  showTheme(theme);
  // The style sheet with the theme's colors comes with the first colorized text. It must precede the editor, which
  // measures while it is made.
  void editor.colorize("", language, {});
  yield;
  const model = editor.createModel("", language);
  kept.push(model);
  leaveBracketsPlain(model);
  model.setEOL(editor.EndOfLineSequence.LF);
  yield;
  const made = editor.create(host, { ...editorLook, ...options, model: null });
  kept.push(made);
  letTabPass(made);
  yield;
  made.setModel(model);
  // Everything except the text is drawn first.
  yield;
  return { made, model };
}

/**
 * Makes an editor without a text while the browser is idle. Returns a function that disposes of it, or of its
 * unfinished parts.
 */
export function makeEditor(wanted: EditorWanted): () => void {
  const kept: IDisposable[] = [];
  let isWanted = true;
  void inSteps(steps(wanted, kept), () => isWanted).then((made) => made && wanted.onMade(made));
  return () => {
    isWanted = false;
    for (const one of kept.reverse()) one.dispose();
  };
}
