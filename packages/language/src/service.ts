/** The language service: answers the editor's questions about a text. Each question has a file of its own. */
import { type Analysis, analyze } from "./analysis.ts";
import type { LanguageService } from "./answers.ts";
import { completions } from "./completions.ts";
import { folding } from "./folding.ts";
import { format } from "./format.ts";
import { hover } from "./hover.ts";
import { definition, references } from "./navigation.ts";
import { outline } from "./outline.ts";
import { patternCompletions, patternProblems } from "./patternText.ts";
import { rename, renameRange } from "./rename.ts";
import { semanticTokens } from "./semanticTokens.ts";

/**
 * Characters of a text beyond which names keep the lexer's colors: coloring by meaning would read the text again for
 * each edit.
 */
const longestColored = 2_000_000;

/** The services in this thread. The newest text's reading is kept: the editor asks many questions of one text. */
export function languageService(): LanguageService {
  let newest: Analysis | undefined;
  const of = (text: string): Analysis => {
    if (newest?.text !== text) newest = analyze(text);
    return newest;
  };
  return {
    hover: async (text, offset) => hover(of(text), offset),
    definition: async (text, offset) => definition(of(text), offset),
    references: async (text, offset) => references(of(text), offset),
    renameRange: async (text, offset) => renameRange(of(text), offset),
    rename: async (text, offset, name) => rename(of(text), offset, name),
    completions: async (text, offset) => completions(of(text), offset),
    folding: async (text) => folding(of(text)),
    outline: async (text) => outline(of(text)),
    format: async (text) => format(of(text)),
    semanticTokens: async (text) => (text.length > longestColored ? new Uint32Array() : semanticTokens(of(text))),
    patternProblems,
    patternCompletions: async (text, offset) => patternCompletions(text, offset),
  };
}
