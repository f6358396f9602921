/** The full editor of the module's text. */
import type { Problem, Range } from "@relayscope/engine";
import { editor, type IDisposable, KeyCode, KeyMod, MarkerSeverity } from "monaco-editor/editor";
import { afterPaint } from "../../picture/afterPaint.ts";
import type { PageState } from "../../state/model.ts";
import type { Page } from "../../state/page.ts";
import type { Request } from "../../state/requests.ts";
import { isFirstShown } from "../../state/shownMarks.ts";
import { leaveText } from "../leaveText.ts";
import { firstLine } from "../typeComments.ts";
import { EditorView } from "./EditorView.ts";
import { relayLanguage } from "./language.ts";
import type { MadeEditor } from "./makeEditor.ts";
import { editorRange, registerProviders } from "./providers.ts";
import { type FoundTypes, TypeFolds } from "./TypeFolds.ts";

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

interface Shown {
  readonly theme: "light" | "dark";
  readonly text: string;
  readonly problems: readonly Problem[];
  readonly mark: PageState["textMark"];
  /** The place that the focus was asked to move to; undefined while the field is there, which then has the focus. */
  readonly asked: Request<"text"> | undefined;
  readonly documentNumber: number;
  readonly isFolded: boolean;
}

interface Listeners {
  /** Called when the text is drawn. Returns a function that cancels the reaction. */
  readonly onReady: (editing: MadeEditor) => () => void;
  readonly onFound: (found: FoundTypes) => void;
}

/** Highlighting, squiggles, and a selection in step with the picture. */
export class CodeView extends EditorView<Shown> {
  private marks: editor.IEditorDecorationsCollection | undefined;
  private providers: IDisposable | undefined;
  private folds: TypeFolds | undefined;
  private cursorTimer: ReturnType<typeof setTimeout> | undefined;
  private modelTimer: ReturnType<typeof setTimeout> | undefined;
  private cancelReady: (() => void) | undefined;
  private cancelScroll: (() => void) | undefined;

  constructor(
    private readonly page: Page,
    private readonly listeners: Listeners,
  ) {
    super(options);
  }

  protected begin(editing: MadeEditor): void {
    const { made, model } = editing;
    const { actions, engine } = this.page;
    this.marks = made.createDecorationsCollection();
    this.providers = registerProviders(relayLanguage, engine.language, (sentence) => {
      if (sentence === undefined) actions.dismiss("language");
      else actions.notify({ id: "language", tone: "warning", text: sentence });
    });
    this.folds = new TypeFolds(editing, this.listeners.onFound);
    made.onDidChangeModelContent((event) => {
      if (!event.isFlush) actions.setText(model.getValue());
    });
    made.onDidChangeCursorSelection((event) => {
      if (event.source !== "mouse" && event.source !== "keyboard") return;
      clearTimeout(this.cursorTimer);
      this.cursorTimer = setTimeout(() => {
        const [start, end] = [event.selection.getStartPosition(), event.selection.getEndPosition()];
        void actions.selectText({ start: model.getOffsetAt(start), end: model.getOffsetAt(end) });
      }, cursorRest);
    });
    made.addCommand(KeyMod.Shift | KeyMod.Alt | KeyCode.KeyF, () => void made.getAction("editor.action.formatDocument")?.run());
    made.addCommand(KeyCode.Escape, leaveText, nothingOpen);
    // Its lines are drawn before it becomes visible.
    this.cancelReady = afterPaint(() => {
      this.cancelReady = this.listeners.onReady(editing);
    });
  }

  protected update(editing: MadeEditor, now: Shown, before: Shown | undefined): void {
    if (before && now.documentNumber !== before.documentNumber) this.showFirstLine(editing);
    if (now.isFolded !== before?.isFolded) this.folds?.set(now.isFolded);
    if (now.text !== before?.text) this.write(editing, now.text);
    if (now.problems !== before?.problems) this.markProblems(editing, now.problems);
    if (now.mark !== before?.mark) this.mark(editing, now.mark);
    if (now.asked && isFirstShown(now.asked)) this.focus(editing, now.asked.what);
  }

  /** Shows a new document from its first column and `@main`, even if the cursor is at the end of pasted text. */
  private showFirstLine({ made, model }: MadeEditor): void {
    // Drops the scroll position of the previous document.
    made.setScrollTop(0);
    this.cancelScroll?.();
    this.cancelScroll = afterPaint(() => {
      if (this.now?.mark?.from === "graph") return;
      const line = firstLine(model.getValue());
      made.setScrollPosition(
        { scrollTop: line === 0 ? 0 : made.getTopForLineNumber(line + 1), scrollLeft: 0 },
        editor.ScrollType.Immediate,
      );
    });
  }

  private write({ made, model }: MadeEditor, text: string): void {
    clearTimeout(this.modelTimer);
    // Only for a text from elsewhere: an example, a link, undo of the page.
    if (model.getValue() !== text) {
      if (text.length >= longText) made.setModel(null);
      model.setValue(text);
    }
    if (!made.getModel()) this.modelTimer = setTimeout(() => made.setModel(model));
  }

  private markProblems({ model }: MadeEditor, problems: Shown["problems"]): void {
    editor.setModelMarkers(
      model,
      owner,
      problems.flatMap((problem) => markerOf(model, problem) ?? []),
    );
  }

  private mark({ made, model }: MadeEditor, mark: Shown["mark"]): void {
    if (!mark || mark.from === "text") {
      this.marks?.clear();
      return;
    }
    const ranges = [mark.range, ...mark.others].map((range) => editorRange(model, range));
    this.marks?.set(
      ranges.map((range) => ({
        range,
        options: { className: "text-mark", isWholeLine: false, overviewRuler: { color: "#3f4ac6", position: 4 } },
      })),
    );
    // Only its start: showing the end of a long call would scroll the text sideways.
    const [first] = ranges;
    if (!first) return;
    // The editor may have been hidden until now.
    made.layout();
    made.revealPositionInCenterIfOutsideViewport(first.getStartPosition(), editor.ScrollType.Smooth);
  }

  private focus({ made, model }: MadeEditor, range: Range): void {
    const start = model.getPositionAt(range.start);
    made.setPosition(start);
    made.revealPositionInCenterIfOutsideViewport(start, editor.ScrollType.Immediate);
    made.focus();
  }

  protected end(): void {
    clearTimeout(this.cursorTimer);
    clearTimeout(this.modelTimer);
    this.cancelReady?.();
    this.cancelScroll?.();
    this.folds?.dispose();
    this.providers?.dispose();
  }
}
