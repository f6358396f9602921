/** How the editors of the page are made: a step at a time, so that no step runs long. */
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
  /** Relay where it is left out. */
  readonly language?: string;
  readonly options: editor.IStandaloneEditorConstructionOptions;
  readonly onMade: (made: MadeEditor) => void;
}

function* steps({ host, theme, language = relayLanguage, options }: EditorWanted, kept: IDisposable[]): Generator<void, MadeEditor> {
  showTheme(theme);
  // The sheet with the theme's colors comes with the first thing that is colored: before the editor, which measures as it is made.
  void editor.colorize("", language, {});
  yield;
  const model = editor.createModel("", language);
  kept.push(model);
  leaveBracketsPlain(model);
  model.setEOL(editor.EndOfLineSequence.LF);
  yield;
  const made = editor.create(host, { ...editorLook, ...options, model: null });
  kept.push(made);
  yield;
  made.setModel(model);
  // What stands without a text is drawn before there is one.
  yield;
  return { made, model };
}

/** Makes an editor without a text whenever the browser has time; the answer takes it away, or what there is of it. */
export function makeEditor(wanted: EditorWanted): () => void {
  const kept: IDisposable[] = [];
  let isWanted = true;
  void inSteps(steps(wanted, kept), () => isWanted).then((made) => made && wanted.onMade(made));
  return () => {
    isWanted = false;
    for (const one of kept.reverse()) one.dispose();
  };
}
