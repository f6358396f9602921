/** The editor's own set-up: features, worker, language, themes. Loaded with the editor, after the first picture. */
import { editor, languages } from "monaco-editor/editor";
import "monaco-editor/features/bracketMatching/register";
import "monaco-editor/features/caretOperations/register";
import "monaco-editor/features/clipboard/register";
import "monaco-editor/features/comment/register";
import "monaco-editor/features/contextmenu/register";
import "monaco-editor/features/cursorUndo/register";
import "monaco-editor/features/documentSymbols/register";
import "monaco-editor/features/find/register";
import "monaco-editor/features/folding/register";
import "monaco-editor/features/format/register";
import "monaco-editor/features/gotoError/register";
import "monaco-editor/features/gotoSymbol/register";
import "monaco-editor/features/hover/register";
import "monaco-editor/features/indentation/register";
import "monaco-editor/features/linesOperations/register";
import "monaco-editor/features/longLinesHelper/register";
import "monaco-editor/features/multicursor/register";
import "monaco-editor/features/placeholderText/register";
import "monaco-editor/features/quickOutline/register";
import "monaco-editor/features/referenceSearch/register";
import "monaco-editor/features/rename/register";
import "monaco-editor/features/semanticTokens/register";
import "monaco-editor/features/smartSelect/register";
import "monaco-editor/features/snippet/register";
import "monaco-editor/features/suggest/register";
import "monaco-editor/features/toggleTabFocusMode/register";
import "monaco-editor/features/wordHighlighter/register";
import "monaco-editor/features/wordOperations/register";
// The features of these names bring less than they say: not the list of suggestions, not the colors of whole documents.
import "monaco-editor/editor/contrib/semanticTokens/browser/documentSemanticTokens";
import "monaco-editor/editor/contrib/suggest/browser/suggestController";
import "./cards.css";
import { relayConfiguration, relayGrammar } from "./relayGrammar.ts";
import { editorThemes } from "./themes.ts";

export const relayLanguage = "relay";

/** Registers the language and the themes. */
function setUpEditor(): void {
  self.MonacoEnvironment = {
    getWorker: () => new Worker(new URL("./editor.worker.ts", import.meta.url), { type: "module", name: "editor" }),
  };
  languages.register({ id: relayLanguage, extensions: [".relay"] });
  languages.setMonarchTokensProvider(relayLanguage, relayGrammar);
  languages.setLanguageConfiguration(relayLanguage, relayConfiguration);
  for (const [name, theme] of Object.entries(editorThemes)) editor.defineTheme(name, theme);
}

// Once, when the editor's code is loaded.
setUpEditor();

/** What every editor of the page looks like. */
/**
 * Leaves a model's brackets uncolored: to color them, all of a text is parsed in one go. Whenever an editor is made, Monaco gives all models the
 * options that it begins with.
 */
export function leaveBracketsPlain(model: editor.ITextModel): void {
  const leave = () => model.updateOptions({ bracketColorizationOptions: { enabled: false, independentColorPoolPerBracketType: false } });
  leave();
  model.onDidChangeOptions(leave);
}

export const editorLook: editor.IEditorOptions = {
  automaticLayout: true,
  fontFamily: '"JetBrains Mono Variable", ui-monospace, "DejaVu Sans Mono", monospace',
  fontSize: 12,
  lineHeight: 18,
  fontLigatures: false,
  minimap: { enabled: false },
  lineDecorationsWidth: 14,
  padding: { top: 8, bottom: 8 },
  scrollBeyondLastLine: false,
  smoothScrolling: true,
  renderLineHighlight: "line",
  renderLineHighlightOnlyWhenFocus: true,
  fixedOverflowWidgets: true,
  overviewRulerBorder: false,
  overviewRulerLanes: 2,
  scrollbar: { verticalScrollbarSize: 10, horizontalScrollbarSize: 10, useShadows: false },
  folding: true,
  guides: { indentation: true, bracketPairs: false },
  stickyScroll: { enabled: false },
  unicodeHighlight: { ambiguousCharacters: false },
};
