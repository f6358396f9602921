/** Parts of Monaco that have no types of their own: they are loaded, not used. */
declare module "monaco-editor/base/*";
declare module "monaco-editor/platform/*";
declare module "monaco-editor/editor/*";
