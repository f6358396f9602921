/** Modules of Monaco without type declarations: they are loaded, not used. */
declare module "monaco-editor/base/*";
declare module "monaco-editor/platform/*";
declare module "monaco-editor/editor/*";
declare module "monaco-editor/languages/definitions/python/python" {
  import type { languages } from "monaco-editor/editor";
  export const conf: languages.LanguageConfiguration;
  export const language: languages.IMonarchLanguage;
}
