/** The engine's outline as the editor's symbols. */
import type { OutlineItem, Range as TextRange } from "@relayscope/engine";
import { type IRange, languages } from "monaco-editor/editor";

const kinds: Readonly<Record<OutlineItem["kind"], languages.SymbolKind>> = {
  function: languages.SymbolKind.Function,
  type: languages.SymbolKind.Struct,
  constructor: languages.SymbolKind.EnumMember,
  variable: languages.SymbolKind.Variable,
};

/** A symbol with those within it. */
export function symbolOf(item: OutlineItem, rangeOf: (range: TextRange) => IRange): languages.DocumentSymbol {
  return {
    name: item.name,
    detail: item.detail,
    kind: kinds[item.kind],
    tags: [],
    range: rangeOf(item.range),
    selectionRange: rangeOf(item.selection),
    children: item.children.map((child) => symbolOf(child, rangeOf)),
  };
}
