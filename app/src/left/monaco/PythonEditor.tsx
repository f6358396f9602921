import type { Engine } from "@relayscope/engine";
import { type editor, type IDisposable, KeyCode, languages } from "monaco-editor/editor";
import { conf, language } from "monaco-editor/languages/definitions/python/python";
import { useState } from "react";
import { useController } from "../../hooks/useController.ts";
import { useTheme } from "../../hooks/useTheme.ts";
import { afterPaint } from "../../picture/afterPaint.ts";
import { usePage } from "../../state/page.ts";
import { isFirstShown } from "../../state/shownMarks.ts";
import { leaveText } from "../leaveText.ts";
import type { CodeEditorProps, FullCodeProps } from "../PlainCode.tsx";
import { EditorView } from "./EditorView.ts";
import type { MadeEditor } from "./makeEditor.ts";
import { registerPythonProviders } from "./pythonProviders.ts";
import { takePlace } from "./takePlace.ts";

const python = "python";
languages.register({ id: python, extensions: [".py"] });
languages.setMonarchTokensProvider(python, language);
languages.setLanguageConfiguration(python, conf);

const options: editor.IStandaloneEditorConstructionOptions = {
  lineNumbersMinChars: 3,
  wordBasedSuggestions: "currentDocument",
  tabSize: 4,
  insertSpaces: true,
  detectIndentation: true,
};

interface Shown extends CodeEditorProps {
  readonly theme: "light" | "dark";
}

class PythonView extends EditorView<Shown> {
  private marks: editor.IEditorDecorationsCollection | undefined;
  private providers: IDisposable | undefined;
  /** The texts typed since the page last had the editor's text. */
  private readonly written = new Set<string>();
  private cancelReady: (() => void) | undefined;

  constructor(
    private readonly engine: Engine,
    /** Called when the text is drawn. Returns a function that cancels the reaction. */
    private readonly onReady: (editing: MadeEditor) => () => void,
  ) {
    super(options, python);
  }

  /** The current text of the page. */
  get text(): string {
    return this.now?.text ?? "";
  }

  protected begin(editing: MadeEditor): void {
    const { made, model } = editing;
    this.marks = made.createDecorationsCollection();
    this.providers = registerPythonProviders(python, this.engine.language);
    made.onDidChangeModelContent((event) => {
      if (event.isFlush) return;
      const text = model.getValue();
      this.written.add(text);
      this.now?.onWrite(text);
    });
    made.onDidBlurEditorWidget(() => this.now?.onLeave());
    made.addCommand(KeyCode.Escape, leaveText, "!suggestWidgetVisible && !findWidgetVisible && !editorHasSelection");
    this.cancelReady = afterPaint(() => {
      this.cancelReady = this.onReady(editing);
    });
  }

  protected update({ made, model }: MadeEditor, { label, text, mark, problem }: Shown, before: Shown | undefined): void {
    if (label !== before?.label) made.updateOptions({ ariaLabel: label });
    if (text !== before?.text) this.write(model, text);
    const wholeLine = (line: number) => ({ startLineNumber: line, startColumn: 1, endLineNumber: line, endColumn: 1 });
    if (mark !== before?.mark || problem !== before?.problem) {
      const marked = mark === undefined ? [] : [{ range: wholeLine(mark.line), options: { className: "text-mark", isWholeLine: true } }];
      const options = { className: "code-problem", isWholeLine: true, hoverMessage: { value: problem?.message ?? "" } };
      const wrong = problem === undefined ? [] : [{ range: wholeLine(problem.line), options }];
      this.marks?.set([...marked, ...wrong]);
    }
    if (!mark || mark === before?.mark) return;
    made.revealLineInCenter(mark.line);
    if (!isFirstShown(mark)) return;
    made.setPosition({ lineNumber: mark.line, column: model.getLineMaxColumn(Math.min(mark.line, model.getLineCount())) });
    made.focus();
  }

  private write(model: editor.ITextModel, text: string): void {
    const isShown = model.getValue() === text;
    // Fast typing is ahead of the page: a text that the editor had a moment ago did not come from elsewhere.
    if (!isShown && this.written.has(text)) return;
    this.written.clear();
    if (!isShown) model.setValue(text);
  }

  protected end(): void {
    this.cancelReady?.();
    this.providers?.dispose();
  }
}

/** A Python file in the full editor: colors, search, indentation, and help for the operators that it names. */
export function PythonEditor({ plain, onReady, ...props }: FullCodeProps) {
  const { engine } = usePage();
  const theme = useTheme();
  const [view] = useState(() => {
    const made: PythonView = new PythonView(engine, (editing) =>
      takePlace(editing, { field: plain.current, show: onReady, text: () => made.text }),
    );
    return made;
  });
  useController(view, { ...props, theme });
  return <div ref={view.attach} className="size-full" />;
}
