import { type editor, KeyCode, languages } from "monaco-editor/editor";
import { conf, language } from "monaco-editor/languages/definitions/python/python";
import { useEffect, useRef, useState } from "react";
import { usePage } from "../../state/page.ts";
import { useTheme } from "../../state/useTheme.ts";
import { leaveText } from "../leaveText.ts";
import type { CodeEditorProps } from "../PlainCode.tsx";
import { showTheme } from "./look.ts";
import { type MadeEditor, makeEditor } from "./makeEditor.ts";
import { registerPythonProviders } from "./pythonProviders.ts";

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

/** A Python file in the full editor: colors, search, indentation, and help for the operators that it names. */
export function PythonEditor({ label, text, mark, problem, onWrite, onLeave }: CodeEditorProps) {
  const { engine } = usePage();
  const hostRef = useRef<HTMLDivElement>(null);
  const marksRef = useRef<editor.IEditorDecorationsCollection>(undefined);
  const [editing, setEditing] = useState<MadeEditor>();
  const theme = useTheme();
  /** What was typed since the page last had the editor's text. */
  const written = useRef(new Set<string>());
  const latest = useRef({ theme, onWrite, onLeave });
  latest.current = { theme, onWrite, onLeave };

  useEffect(() => {
    const host = hostRef.current;
    return host ? makeEditor({ host, theme: latest.current.theme, language: python, options, onMade: setEditing }) : undefined;
  }, []);

  useEffect(() => {
    if (!editing) return;
    const { made, model } = editing;
    marksRef.current = made.createDecorationsCollection();
    const providers = registerPythonProviders(python, engine.language);
    made.onDidChangeModelContent((event) => {
      if (event.isFlush) return;
      const now = model.getValue();
      written.current.add(now);
      latest.current.onWrite(now);
    });
    made.onDidBlurEditorWidget(() => latest.current.onLeave());
    made.addCommand(KeyCode.Escape, leaveText, "!suggestWidgetVisible && !findWidgetVisible && !editorHasSelection");
    return () => providers.dispose();
  }, [editing, engine]);

  useEffect(() => editing?.made.updateOptions({ ariaLabel: label }), [editing, label]);

  useEffect(() => {
    if (editing) showTheme(theme);
  }, [editing, theme]);

  useEffect(() => {
    if (!editing) return;
    const isShown = editing.model.getValue() === text;
    // Fast typing is ahead of the page: a text that the editor had a moment ago did not come from elsewhere.
    if (!isShown && written.current.has(text)) return;
    written.current.clear();
    if (!isShown) editing.model.setValue(text);
  }, [editing, text]);

  useEffect(() => {
    if (!editing) return;
    const wholeLine = (line: number) => ({ startLineNumber: line, startColumn: 1, endLineNumber: line, endColumn: 1 });
    const marked = mark === undefined ? [] : [{ range: wholeLine(mark.line), options: { className: "text-mark", isWholeLine: true } }];
    const wrong =
      problem === undefined
        ? []
        : [
            {
              range: wholeLine(problem.line),
              options: { className: "code-problem", isWholeLine: true, hoverMessage: { value: problem.message } },
            },
          ];
    marksRef.current?.set([...marked, ...wrong]);
  }, [editing, mark, problem]);

  useEffect(() => {
    if (mark) editing?.made.revealLineInCenter(mark.line);
  }, [editing, mark]);

  return <div ref={hostRef} className="size-full" />;
}
