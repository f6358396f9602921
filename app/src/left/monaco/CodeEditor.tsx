import type { Problem } from "@relayscope/engine";
import { editor, KeyCode, KeyMod, MarkerSeverity } from "monaco-editor/editor";
import { type RefObject, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { afterPaint } from "../../picture/afterPaint.ts";
import { usePage, usePageState } from "../../state/page.ts";
import { useTheme } from "../../state/useTheme.ts";
import { leaveText } from "../leaveText.ts";
import { relayLanguage } from "./language.ts";
import { showTheme } from "./look.ts";
import { type MadeEditor, makeEditor } from "./makeEditor.ts";
import { editorRange, registerProviders } from "./providers.ts";
import { placeOf, whenComposed } from "./takePlace.ts";
import { useFirstLine } from "./useFirstLine.ts";
import { useTypeFolding } from "./useTypeFolding.ts";

const owner = "relayscope";
/** The lines of a text of at least this length are made in a task of their own. */
const longText = 200_000;
/** How long the cursor must rest before the picture follows it, in milliseconds. */
const cursorRest = 90;
const severities = { error: MarkerSeverity.Error, warning: MarkerSeverity.Warning, info: MarkerSeverity.Info } as const;

/** A problem as the editor's marker; undefined for a problem without a place. */
function markerOf(model: editor.ITextModel, problem: Problem): editor.IMarkerData | undefined {
  if (!problem.range) return undefined;
  const whole = editorRange(model, { start: problem.range.start, end: Math.max(problem.range.end, problem.range.start + 1) });
  // A problem of several lines, such as one of a whole function, is marked on its first line.
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

/** True if the editor has nothing of its own to close on Escape. */
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

const options: editor.IStandaloneEditorConstructionOptions = {
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
};

interface CodeEditorProps {
  /** The field that the editor replaces. */
  readonly plain: RefObject<HTMLTextAreaElement | null>;
  readonly onReady: () => void;
}

/**
 * The full editor: highlighting, squiggles, and a selection in step with the picture. It is hidden until its text is
 * drawn.
 */
export function CodeEditor({ plain, onReady }: CodeEditorProps) {
  const { store, engine, actions } = usePage();
  const theme = useTheme();
  const hostRef = useRef<HTMLDivElement>(null);
  const [editing, setEditing] = useState<MadeEditor>();
  const [isReady, setIsReady] = useState(false);
  const markRef = useRef<editor.IEditorDecorationsCollection>(undefined);
  const text = usePageState((s) => s.document.text);
  const problems = usePageState((s) => s.run.problems);
  const mark = usePageState((s) => s.textMark);
  const themeAtFirst = useRef(theme);
  useFirstLine(editing);
  const types = useTypeFolding(editing);

  useEffect(() => {
    const host = hostRef.current;
    return host ? makeEditor({ host, theme: themeAtFirst.current, options, onMade: setEditing }) : undefined;
  }, []);

  useEffect(() => {
    if (!editing) return;
    const { made, model } = editing;
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
    made.addCommand(KeyCode.Escape, leaveText, nothingOpen);
    return () => {
      clearTimeout(timer);
      providers.dispose();
    };
  }, [editing, engine, actions]);

  useEffect(() => {
    if (editing) showTheme(theme);
  }, [editing, theme]);

  useEffect(() => {
    if (!editing) return;
    const { made, model } = editing;
    // Only for a text from elsewhere: an example, a link, undo of the page.
    if (model.getValue() !== text) {
      if (text.length >= longText) made.setModel(null);
      model.setValue(text);
    }
    if (made.getModel()) return;
    const timer = setTimeout(() => made.setModel(model));
    return () => clearTimeout(timer);
  }, [editing, text]);

  useEffect(() => {
    const model = editing?.model;
    if (model)
      editor.setModelMarkers(
        model,
        owner,
        problems.flatMap((p) => markerOf(model, p) ?? []),
      );
  }, [editing, problems]);

  useEffect(() => {
    if (!editing) return;
    const { made, model } = editing;
    if (!mark || mark.from === "text") {
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
    // Only its start: showing the end of a long call would scroll the text sideways.
    const [first] = ranges;
    if (!first) return;
    // It may have been hidden until now.
    made.layout();
    made.revealPositionInCenterIfOutsideViewport(first.getStartPosition(), editor.ScrollType.Smooth);
  }, [editing, mark]);

  // Its lines are drawn before it becomes visible.
  useEffect(() => {
    if (!editing) return;
    let stop = () => {};
    const forget = afterPaint(() => {
      stop = whenComposed(plain.current, () => {
        const place = plain.current && placeOf(plain.current);
        flushSync(() => {
          setIsReady(true);
          onReady();
        });
        const { text } = store.getState().document;
        if (editing.model.getValue() !== text) editing.model.setValue(text);
        place?.(editing);
      });
    });
    return () => {
      forget();
      stop();
    };
  }, [editing, store, plain, onReady]);

  return (
    <>
      <div ref={hostRef} data-testid="editor" className={`size-full ${isReady ? "" : "invisible"}`} />
      {isReady && types.hasTypes && (
        <button
          type="button"
          onClick={() => types.setFolded(!types.isFolded)}
          className="absolute right-3.5 bottom-3 z-10 rounded-md border border-line-strong bg-raised px-2 py-0.5 text-small font-medium text-ink-2 shadow-float hover:bg-hover"
        >
          {types.isFolded ? "Show types" : "Fold types"}
        </button>
      )}
    </>
  );
}
