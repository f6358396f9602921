/**
 * Connects the editor to the engine: one provider per service. Offsets are those of the model, whose lines end in a
 * line feed.
 */
import { type LanguageService, semanticLegend, type Range as TextRange } from "@relayscope/engine";
import { type editor, type IDisposable, languages, type Position, Range } from "monaco-editor/editor";
import { suggestionOf } from "./suggestions.ts";
import { symbolOf } from "./symbols.ts";

/** A range of the text in the editor's terms; its start if the editor was closed before the answer came. */
export function editorRange(model: editor.ITextModel, range: TextRange): Range {
  if (model.isDisposed()) return new Range(1, 1, 1, 1);
  const start = model.getPositionAt(range.start);
  const end = model.getPositionAt(range.end);
  return new Range(start.lineNumber, start.column, end.lineNumber, end.column);
}

const legend: languages.SemanticTokensLegend = {
  tokenTypes: [...semanticLegend.types],
  tokenModifiers: [...semanticLegend.modifiers],
};

/**
 * Connects a language of the editor to a service; disposing of the result ends that. A question that the engine
 * refuses, because its worker was restarted, has no answer. `onRefusal` receives why the text was left unchanged;
 * undefined if it was changed.
 */
export function registerProviders(
  language: string,
  service: LanguageService,
  onRefusal: (sentence: string | undefined) => void,
): IDisposable {
  const at = (model: editor.ITextModel, position: Position) => [model.getValue(), model.getOffsetAt(position)] as const;
  const rangesOf = (model: editor.ITextModel, position: Position) => service.references(...at(model, position)).catch(() => []);
  const registered = [
    languages.registerHoverProvider(language, {
      provideHover: async (model, position) => {
        const hover = await service.hover(...at(model, position)).catch(() => undefined);
        return hover && { range: editorRange(model, hover.range), contents: [{ value: hover.markdown }] };
      },
    }),
    languages.registerDefinitionProvider(language, {
      provideDefinition: async (model, position) => {
        const range = await service.definition(...at(model, position)).catch(() => undefined);
        return range && { uri: model.uri, range: editorRange(model, range) };
      },
    }),
    languages.registerReferenceProvider(language, {
      provideReferences: async (model, position) =>
        (await rangesOf(model, position)).map((range) => ({ uri: model.uri, range: editorRange(model, range) })),
    }),
    languages.registerDocumentHighlightProvider(language, {
      provideDocumentHighlights: async (model, position) => {
        const ranges = await rangesOf(model, position);
        // Without an answer the editor falls back to equal words.
        return ranges.length === 0 ? undefined : ranges.map((range) => ({ range: editorRange(model, range) }));
      },
    }),
    languages.registerRenameProvider(language, {
      resolveRenameLocation: async (model, position) => {
        const range = await service.renameRange(...at(model, position)).catch(() => undefined);
        if (!range) {
          const { lineNumber, column } = position;
          return { range: new Range(lineNumber, column, lineNumber, column), text: "", rejectReason: "This cannot be renamed." };
        }
        const found = editorRange(model, range);
        return { range: found, text: model.isDisposed() ? "" : model.getValueInRange(found) };
      },
      provideRenameEdits: async (model, position, name) => {
        const { edits, refusal } = await service.rename(...at(model, position), name);
        onRefusal(refusal);
        if (refusal !== undefined) return { edits: [], rejectReason: refusal.replaceAll("`", "") };
        return {
          edits: edits.map(({ range, text }) => ({
            resource: model.uri,
            versionId: model.getVersionId(),
            textEdit: { range: editorRange(model, range), text },
          })),
        };
      },
    }),
    languages.registerCompletionItemProvider(language, {
      triggerCharacters: ["%", "@", ".", "=", '"'],
      provideCompletionItems: async (model, position) => {
        const line = model.getLineContent(position.lineNumber);
        const found = await service.completions(...at(model, position)).catch(() => []);
        if (isPassed(model, position, line)) return { suggestions: [] };
        const behind = model.getValueInRange(new Range(position.lineNumber, position.column, position.lineNumber, position.column + 1));
        return { suggestions: found.map((c, i) => suggestionOf(c, editorRange(model, c.range), i, behind)) };
      },
    }),
    languages.registerFoldingRangeProvider(language, {
      provideFoldingRanges: async (model) => {
        const found = await service.folding(model.getValue()).catch(() => []);
        return model.isDisposed() ? [] : found.map((range) => foldOf(model, range));
      },
    }),
    languages.registerDocumentSymbolProvider(language, {
      provideDocumentSymbols: async (model) => {
        const items = await service.outline(model.getValue()).catch(() => []);
        return items.map((item) => symbolOf(item, (range) => editorRange(model, range)));
      },
    }),
    languages.registerDocumentFormattingEditProvider(language, {
      provideDocumentFormattingEdits: async (model) => {
        const text = model.getValue();
        const answer = await service.format(text).catch(() => undefined);
        onRefusal(answer?.refusal);
        return !answer || answer.text === text || model.isDisposed() ? [] : [{ range: model.getFullModelRange(), text: answer.text }];
      },
    }),
    languages.registerDocumentSemanticTokensProvider(language, {
      getLegend: () => legend,
      provideDocumentSemanticTokens: async (model) => {
        const data = await service.semanticTokens(model.getValue()).catch(() => undefined);
        return data && { data };
      },
      releaseDocumentSemanticTokens: () => {},
    }),
  ];
  return {
    dispose: () => {
      for (const one of registered) one.dispose();
    },
  };
}

/**
 * Whether the word at a position has been left since the question: the user types faster than the worker answers and
 * has begun another word. The editor asks again for the new word, but only if the answer for the old one was empty;
 * otherwise it would look for the new word in the old answer.
 */
function isPassed(model: editor.ITextModel, position: Position, line: string): boolean {
  if (model.isDisposed() || position.lineNumber > model.getLineCount()) return true;
  const now = model.getLineContent(position.lineNumber);
  const typed = now.slice(position.column - 1, now.length - (line.length - position.column + 1));
  return !/^[\w.:/-]*$/.test(typed);
}

/** A fold leaves the line of its closing bracket visible. */
function foldOf(model: editor.ITextModel, range: TextRange): languages.FoldingRange {
  const { startLineNumber: start, endLineNumber: end } = editorRange(model, range);
  const isBracket = "})]".includes(model.getValueInRange(editorRange(model, { start: range.end - 1, end: range.end })));
  return { start, end: isBracket ? end - 1 : end };
}
