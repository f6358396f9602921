/** Help for operators that strings in Python files name. The rest is Monaco's own. */
import type { LanguageService } from "@relayscope/engine";
import { type IDisposable, languages, Range } from "monaco-editor/editor";
import { suggestionOf } from "./suggestions.ts";

/** A string that may name an operator. */
const named = /(["'])([A-Za-z_][\w.]*)\1/g;
/** The text of a line up to the caret, if it is within a string argument of a pattern function. */
const withinPattern = /\b(?:is_op|has_dtype|dtype)\(["'][\w.]*$/;

/** Hover and completion for operators' names. Disposing of what is returned ends that. */
export function registerPythonProviders(language: string, service: LanguageService): IDisposable {
  const registered = [
    languages.registerHoverProvider(language, {
      provideHover: async (model, { lineNumber, column }) => {
        const found = [...model.getLineContent(lineNumber).matchAll(named)].find(
          ({ index, 0: whole }) => index < column && column <= index + whole.length + 1,
        );
        const name = found?.[2];
        if (!found || name === undefined) return undefined;
        // The service expects Relay, so the operator becomes a call there.
        const before = "def @main() {\n  ";
        const hover = await service.hover(`${before}${name}()\n}`, before.length + 1).catch(() => undefined);
        if (!hover || hover.markdown.includes("is not an operator")) return undefined;
        const range = new Range(lineNumber, found.index + 1, lineNumber, found.index + 1 + found[0].length);
        return { range, contents: [{ value: hover.markdown }] };
      },
    }),
    languages.registerCompletionItemProvider(language, {
      triggerCharacters: ['"', "'", "."],
      provideCompletionItems: async (model, { lineNumber, column }) => {
        const line = model.getLineContent(lineNumber);
        const written = withinPattern.exec(line.slice(0, column - 1));
        if (!written) return { suggestions: [] };
        const text = written[0].replace("'", '"');
        const found = await service.patternCompletions(text, text.length).catch(() => []);
        const suggestions = found.map((completion, place) => {
          const from = written.index + 1;
          const range = new Range(lineNumber, from + completion.range.start, lineNumber, from + completion.range.end);
          return suggestionOf(completion, range, place, "(");
        });
        return { suggestions };
      },
    }),
  ];
  return {
    dispose: () => {
      for (const one of registered) one.dispose();
    },
  };
}
