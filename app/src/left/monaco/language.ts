/** The editor's language and its worker, registered when this part is loaded. */
import { type editor, languages } from "monaco-editor/editor";
import { relayConfiguration, relayGrammar } from "./relayGrammar.ts";

export const relayLanguage = "relay";

/**
 * Leaves a model's brackets uncolored, as coloring parses the whole text in one go. Monaco resets this option of all
 * models whenever an editor is made.
 */
export function leaveBracketsPlain(model: editor.ITextModel): void {
  const leave = () => model.updateOptions({ bracketColorizationOptions: { enabled: false, independentColorPoolPerBracketType: false } });
  leave();
  model.onDidChangeOptions(leave);
}

self.MonacoEnvironment = {
  getWorker: () => new Worker(new URL("./editor.worker.ts", import.meta.url), { type: "module", name: "editor" }),
};
languages.register({ id: relayLanguage, extensions: [".relay"] });
languages.setMonarchTokensProvider(relayLanguage, relayGrammar);
languages.setLanguageConfiguration(relayLanguage, relayConfiguration);
