/** The look of the page's editors. The themes are registered when this part is loaded. */
import { editor } from "monaco-editor/editor";
import "./cards.css";
import { editorThemes } from "./themes.ts";

for (const [name, theme] of Object.entries(editorThemes)) editor.defineTheme(name, theme);

/** Sets the theme of all editors. */
export function showTheme(theme: "light" | "dark"): void {
  editor.setTheme(theme === "dark" ? "relay-dark" : "relay-light");
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
