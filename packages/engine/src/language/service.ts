/** The language service: what the editor asks of a text, each question in a file of its own. */
import type { LanguageService } from "../contract.ts";
import { formatText } from "./format.ts";

/** The services in this thread. A question that has no answer yet says nothing, as LSP has it. */
export function languageService(): LanguageService {
  return {
    hover: async () => undefined,
    definition: async () => undefined,
    references: async () => [],
    completions: async () => [],
    folding: async () => [],
    outline: async () => [],
    format: async (text) => formatText(text),
    semanticTokens: async () => new Uint32Array(),
  };
}
