/** The editor's colors, of the page's. */
import type { editor } from "monaco-editor/editor";

/** Colors by token. The last ones are the engine's: what a name means, not how it looks. */
type Rules = Readonly<Record<string, string>>;

const light: Rules = {
  keyword: "7a2ea0",
  operator: "1a4fb4",
  function: "8a4b00",
  variable: "1f2733",
  type: "0b6e60",
  attribute: "5b6472",
  number: "a1330b",
  constant: "a1330b",
  string: "3b6e1c",
  comment: "7b8494",
  "comment.type": "8f97a6",
  metatag: "8f97a6",
  delimiter: "6b7484",
  identifier: "1f2733",
  parameter: "8c2f5e",
  temporary: "3f4957",
  unknown: "b3261e",
  constructor: "0b6e60",
  "function.declaration": "8a4b00",
};

const dark: Rules = {
  keyword: "d5a6f5",
  operator: "8fb8ff",
  function: "f0c074",
  variable: "dfe4ec",
  type: "6fd1bd",
  attribute: "a3acbb",
  number: "f2a385",
  constant: "f2a385",
  string: "a8d28a",
  comment: "7f8999",
  "comment.type": "6c7585",
  metatag: "6c7585",
  delimiter: "8c95a5",
  identifier: "dfe4ec",
  parameter: "f0a3c8",
  temporary: "c3cad5",
  unknown: "ff9a90",
  constructor: "6fd1bd",
  "function.declaration": "f0c074",
};

/** Colors are never the only sign: a definition is bold, what is no operator slants. */
const emphasis: Readonly<Record<string, { readonly fontStyle: string }>> = {
  "function.declaration": { fontStyle: "bold" },
  unknown: { fontStyle: "italic" },
};

function theme(base: editor.BuiltinTheme, rules: Rules, colors: Record<string, string>): editor.IStandaloneThemeData {
  return {
    base,
    inherit: true,
    rules: Object.entries(rules).map(([token, foreground]) => ({ token, foreground, ...(emphasis[token] ?? {}) })),
    colors,
  };
}

/** The themes by the names under which they are registered. */
export const editorThemes = {
  "relay-light": theme("vs", light, {
    "editor.background": "#ffffff",
    "editor.foreground": "#1f2733",
    "editorLineNumber.foreground": "#9aa2b0",
    "editorLineNumber.activeForeground": "#444d5c",
    "editor.lineHighlightBackground": "#f5f6f9",
    "editor.lineHighlightBorder": "#00000000",
    "editor.selectionBackground": "#3f4ac633",
    "editorIndentGuide.background1": "#eceef2",
    "editorBracketHighlight.foreground1": "#6b7484",
    "editorBracketHighlight.foreground2": "#6b7484",
    "editorBracketHighlight.foreground3": "#6b7484",
    "editorBracketHighlight.foreground4": "#6b7484",
    "editorBracketHighlight.foreground5": "#6b7484",
    "editorBracketHighlight.foreground6": "#6b7484",
    "editorBracketMatch.background": "#3f4ac622",
    "editorBracketMatch.border": "#3f4ac655",
    "editorWidget.background": "#ffffff",
    "editorWidget.border": "#c9ced8",
    "editorHoverWidget.background": "#ffffff",
    "editorSuggestWidget.background": "#ffffff",
    focusBorder: "#3f4ac6",
    "scrollbarSlider.background": "#c9ced866",
  }),
  "relay-dark": theme("vs-dark", dark, {
    "editor.background": "#171b21",
    "editor.foreground": "#dfe4ec",
    "editorLineNumber.foreground": "#596373",
    "editorLineNumber.activeForeground": "#b6bdca",
    "editor.lineHighlightBackground": "#1d222a",
    "editor.lineHighlightBorder": "#00000000",
    "editor.selectionBackground": "#98a2ff40",
    "editorIndentGuide.background1": "#262c36",
    "editorBracketHighlight.foreground1": "#8c95a5",
    "editorBracketHighlight.foreground2": "#8c95a5",
    "editorBracketHighlight.foreground3": "#8c95a5",
    "editorBracketHighlight.foreground4": "#8c95a5",
    "editorBracketHighlight.foreground5": "#8c95a5",
    "editorBracketHighlight.foreground6": "#8c95a5",
    "editorBracketMatch.background": "#98a2ff26",
    "editorBracketMatch.border": "#98a2ff66",
    "editorWidget.background": "#1d222a",
    "editorWidget.border": "#3a424f",
    "editorHoverWidget.background": "#1d222a",
    "editorSuggestWidget.background": "#1d222a",
    focusBorder: "#98a2ff",
    "scrollbarSlider.background": "#3a424f88",
  }),
} as const;
