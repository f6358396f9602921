/** The engine's completions as the editor's suggestions. */
import type { Completion, CompletionKind } from "@relayscope/engine";
import { type IRange, languages } from "monaco-editor/editor";

const kinds: Readonly<Record<CompletionKind, languages.CompletionItemKind>> = {
  operator: languages.CompletionItemKind.Function,
  attribute: languages.CompletionItemKind.Property,
  variable: languages.CompletionItemKind.Variable,
  function: languages.CompletionItemKind.Module,
  constructor: languages.CompletionItemKind.EnumMember,
  type: languages.CompletionItemKind.Struct,
  value: languages.CompletionItemKind.Value,
  keyword: languages.CompletionItemKind.Keyword,
  method: languages.CompletionItemKind.Method,
};

/**
 * A suggestion, in the engine's order. `behind` is the character after the caret: a call that already has its bracket
 * gets no second one.
 */
export function suggestionOf(completion: Completion, range: IRange, place: number, behind: string): languages.CompletionItem {
  const { kind, label, insert, detail, documentation } = completion;
  const isCall = kind === "operator" && behind !== "(";
  return {
    label: { label, ...(kind === "operator" ? { detail } : { description: detail }) },
    kind: kinds[kind],
    insertText: isCall ? `${insert}($0)` : insert,
    ...(isCall ? { insertTextRules: languages.CompletionItemInsertTextRule.InsertAsSnippet } : {}),
    ...(kind === "attribute" ? { command: { id: "editor.action.triggerSuggest", title: "Values" } } : {}),
    documentation: { value: documentation },
    sortText: String(place).padStart(6, "0"),
    range,
  };
}
