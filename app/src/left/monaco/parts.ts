/**
 * The parts of the full editor, in loading order. Each part loads the modules of Monaco that it needs and the earlier
 * ones did not load, so that none takes long. The last ones set up the language and its look.
 */
export const parts: readonly (() => Promise<unknown>)[] = [
  () => import("monaco-editor/base/browser/markdownRenderer"),
  () => import("monaco-editor/editor/common/model/textModel"),
  () => import("monaco-editor/editor/common/viewModel/viewModelImpl"),
  () => import("monaco-editor/base/browser/ui/tree/asyncDataTree"),
  () => import("monaco-editor/editor/browser/view"),
  () => import("monaco-editor/editor/browser/widget/codeEditor/codeEditorWidget"),
  () => import("monaco-editor/platform/quickinput/browser/quickInputService"),
  () => import("monaco-editor/editor/standalone/browser/standaloneServices"),
  () => import("monaco-editor/editor/standalone/browser/standaloneEditor"),
  () => import("./features/writing.ts"),
  () => import("./features/reading.ts"),
  () => import("./features/moving.ts"),
  () => import("./language.ts"),
  () => import("./look.ts"),
];
