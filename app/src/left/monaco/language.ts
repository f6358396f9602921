/** The editor's language and its worker. A part by itself: once, when it is loaded. */
import { type editor, languages } from "monaco-editor/editor";
import { relayConfiguration, relayGrammar } from "./relayGrammar.ts";

export const relayLanguage = "relay";

/**
 * Leaves a model's brackets uncolored: to color them, all of a text is parsed in one go. Whenever an editor is made, Monaco gives all models the
 * options that it begins with.
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
