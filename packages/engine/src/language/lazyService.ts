/** The language service, loaded at the editor's first question: a first picture does without. */
import type { LanguageService } from "../contract.ts";

/** A service that loads the real one when it is first asked. */
export function lazyLanguageService(): LanguageService {
  let loading: Promise<LanguageService> | undefined;
  const service = () => {
    loading ??= import("./service.ts").then(({ languageService }) => languageService());
    return loading;
  };
  return {
    hover: async (...asked) => (await service()).hover(...asked),
    definition: async (...asked) => (await service()).definition(...asked),
    references: async (...asked) => (await service()).references(...asked),
    renameRange: async (...asked) => (await service()).renameRange(...asked),
    rename: async (...asked) => (await service()).rename(...asked),
    completions: async (...asked) => (await service()).completions(...asked),
    folding: async (...asked) => (await service()).folding(...asked),
    outline: async (...asked) => (await service()).outline(...asked),
    format: async (...asked) => (await service()).format(...asked),
    semanticTokens: async (...asked) => (await service()).semanticTokens(...asked),
    patternProblems: async (...asked) => (await service()).patternProblems(...asked),
    patternCompletions: async (...asked) => (await service()).patternCompletions(...asked),
  };
}
