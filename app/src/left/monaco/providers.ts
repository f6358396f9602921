/** What the editor asks the engine: hover, definitions, references, completions, layout. Offsets are the model's, whose lines end in a line feed. */
import type { LanguageService, Range as TextRange } from "@relayscope/engine";
import { type editor, type IDisposable, languages, type Position, Range } from "monaco-editor/editor";
import { relayLanguage } from "./setup.ts";

/** A range of the text as the editor counts it. */
export function editorRange(model: editor.ITextModel, range: TextRange): Range {
  const start = model.getPositionAt(range.start);
  const end = model.getPositionAt(range.end);
  return new Range(start.lineNumber, start.column, end.lineNumber, end.column);
}

/** Connects the editor to a language service; disposing of what is returned ends that. */
export function registerProviders(service: LanguageService): IDisposable {
  const at = (model: editor.ITextModel, position: Position) => [model.getValue(), model.getOffsetAt(position)] as const;
  const registered = [
    languages.registerHoverProvider(relayLanguage, {
      provideHover: async (model, position) => {
        const hover = await service.hover(...at(model, position)).catch(() => undefined);
        return hover && { range: editorRange(model, hover.range), contents: [{ value: hover.markdown }] };
      },
    }),
    languages.registerDefinitionProvider(relayLanguage, {
      provideDefinition: async (model, position) => {
        const range = await service.definition(...at(model, position)).catch(() => undefined);
        return range && { uri: model.uri, range: editorRange(model, range) };
      },
    }),
    languages.registerReferenceProvider(relayLanguage, {
      provideReferences: async (model, position) => {
        const ranges = await service.references(...at(model, position)).catch(() => []);
        return ranges.map((range) => ({ uri: model.uri, range: editorRange(model, range) }));
      },
    }),
    languages.registerDocumentHighlightProvider(relayLanguage, {
      provideDocumentHighlights: async (model, position) => {
        const ranges = await service.references(...at(model, position)).catch(() => []);
        // Without an answer the editor falls back to equal words.
        return ranges.length === 0 ? undefined : ranges.map((range) => ({ range: editorRange(model, range) }));
      },
    }),
    languages.registerCompletionItemProvider(relayLanguage, {
      triggerCharacters: ["%", "@", "."],
      provideCompletionItems: async (model, position) => {
        const found = await service.completions(...at(model, position)).catch(() => []);
        return {
          suggestions: found.map((c) => ({
            label: c.label,
            insertText: c.insert,
            detail: c.detail,
            documentation: c.documentation,
            kind: languages.CompletionItemKind.Function,
            range: editorRange(model, c.range),
          })),
        };
      },
    }),
    languages.registerDocumentFormattingEditProvider(relayLanguage, {
      provideDocumentFormattingEdits: async (model) => {
        const text = model.getValue();
        const formatted = await service.format(text).catch(() => text);
        return formatted === text ? [] : [{ range: model.getFullModelRange(), text: formatted }];
      },
    }),
  ];
  return {
    dispose: () => {
      for (const one of registered) one.dispose();
    },
  };
}
