import type { Problem } from "@relayscope/engine";
import { editor, KeyCode, KeyMod, MarkerSeverity } from "monaco-editor/editor";
import { useEffect, useRef } from "react";
import { usePage, usePageState } from "../../state/page.ts";
import { useTheme } from "../../state/useTheme.ts";
import { editorRange, registerProviders } from "./providers.ts";
import { editorLook, leaveBracketsPlain, relayLanguage } from "./setup.ts";

const owner = "relayscope";
/** How long the cursor rests before the picture follows it, in milliseconds. */
const cursorRest = 90;
const severities = { error: MarkerSeverity.Error, warning: MarkerSeverity.Warning, info: MarkerSeverity.Info } as const;

/** A problem as the editor's marker; one without a place has none. */
function markerOf(model: editor.ITextModel, problem: Problem): editor.IMarkerData | undefined {
  if (!problem.range) return undefined;
  const whole = editorRange(model, { start: problem.range.start, end: Math.max(problem.range.end, problem.range.start + 1) });
  // What spans lines, as a whole function does, is marked on its first.
  const range =
    whole.endLineNumber === whole.startLineNumber
      ? whole
      : whole.setEndPosition(whole.startLineNumber, model.getLineMaxColumn(whole.startLineNumber));
  return {
    ...range,
    severity: severities[problem.severity],
    message: [problem.message, ...problem.hints].join("\n"),
    source: problem.pass ?? "",
    code: problem.code,
  };
}

/** When Escape has nothing of the editor's own to close. */
const nothingOpen = [
  "suggestWidgetVisible",
  "findWidgetVisible",
  "renameInputVisible",
  "parameterHintsVisible",
  "inSnippetMode",
  "editorHasSelection",
  "editorHasMultipleSelections",
  "markersNavigationVisible",
  "referenceSearchVisible",
]
  .map((key) => `!${key}`)
  .join(" && ");

/** Hands the focus to the picture. */
function leave(): void {
  document.querySelector<HTMLElement>('[data-testid="graph-after"] .react-flow__node[tabindex="0"], [role="radio"][tabindex="0"]')?.focus();
}

/** The full editor: highlighting, squiggles, and a selection in step with the picture. */
export function CodeEditor() {
  const { store, engine, actions } = usePage();
  const documentNumber = usePageState((s) => s.documentNumber);
  const theme = useTheme();
  const hostRef = useRef<HTMLDivElement>(null);
  const editorRef = useRef<editor.IStandaloneCodeEditor>(undefined);
  const markRef = useRef<editor.IEditorDecorationsCollection>(undefined);
  const text = usePageState((s) => s.document.text);
  const problems = usePageState((s) => s.run.problems);
  const mark = usePageState((s) => s.textMark);

  useEffect(() => {
    const host = hostRef.current;
    if (!host) return;
    const model = editor.createModel(store.getState().document.text, relayLanguage);
    leaveBracketsPlain(model);
    model.setEOL(editor.EndOfLineSequence.LF);
    const made = editor.create(host, {
      model,
      ...editorLook,
      ariaLabel: "Relay text",
      lineNumbersMinChars: 3,
      largeFileOptimizations: true,
      placeholder: "Paste what print(mod) gave you",
      wordBasedSuggestions: "off",
      quickSuggestions: { other: true, comments: false, strings: true },
      suggest: { showWords: false, snippetsPreventQuickSuggestions: false },
      definitionLinkOpensInPeek: false,
      gotoLocation: { multipleReferences: "peek" },
      "semanticHighlighting.enabled": true,
      occurrencesHighlight: "singleFile",
    });
    editorRef.current = made;
    markRef.current = made.createDecorationsCollection();
    const providers = registerProviders(relayLanguage, engine.language, (sentence) => {
      if (sentence === undefined) actions.dismiss("language");
      else actions.notify({ id: "language", tone: "warning", text: sentence });
    });
    let timer: ReturnType<typeof setTimeout> | undefined;
    made.onDidChangeModelContent((event) => {
      if (!event.isFlush) actions.setText(model.getValue());
    });
    made.onDidChangeCursorSelection((event) => {
      if (event.source !== "mouse" && event.source !== "keyboard") return;
      clearTimeout(timer);
      timer = setTimeout(() => {
        const range = {
          start: model.getOffsetAt(event.selection.getStartPosition()),
          end: model.getOffsetAt(event.selection.getEndPosition()),
        };
        void actions.selectText(range);
      }, cursorRest);
    });
    made.addCommand(KeyMod.Shift | KeyMod.Alt | KeyCode.KeyF, () => void made.getAction("editor.action.formatDocument")?.run());
    made.addCommand(KeyCode.Escape, leave, nothingOpen);
    return () => {
      clearTimeout(timer);
      providers.dispose();
      made.dispose();
      model.dispose();
    };
  }, [store, engine, actions]);

  // A new document begins at its top, whatever of the one before was in sight.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each document
  useEffect(() => editorRef.current?.setScrollTop(0), [documentNumber]);

  useEffect(() => {
    editor.setTheme(theme === "dark" ? "relay-dark" : "relay-light");
  }, [theme]);

  useEffect(() => {
    const model = editorRef.current?.getModel();
    // Only a text that came from elsewhere: an example, a link, undo of the page.
    if (model && model.getValue() !== text) model.setValue(text);
  }, [text]);

  useEffect(() => {
    const model = editorRef.current?.getModel();
    if (model)
      editor.setModelMarkers(
        model,
        owner,
        problems.flatMap((p) => markerOf(model, p) ?? []),
      );
  }, [problems]);

  useEffect(() => {
    const made = editorRef.current;
    const model = made?.getModel();
    if (!made || !model) return;
    if (!mark) {
      markRef.current?.clear();
      return;
    }
    if (mark.from === "text") {
      markRef.current?.clear();
      return;
    }
    const ranges = [mark.range, ...mark.others].map((range) => editorRange(model, range));
    markRef.current?.set(
      ranges.map((range) => ({
        range,
        options: { className: "text-mark", isWholeLine: false, overviewRuler: { color: "#3f4ac6", position: 4 } },
      })),
    );
    // Its start alone: for the end of a long call the text would go aside.
    const [first] = ranges;
    if (first) made.revealPositionInCenterIfOutsideViewport(first.getStartPosition(), editor.ScrollType.Smooth);
  }, [mark]);

  return <div ref={hostRef} data-testid="editor" className="size-full" />;
}
