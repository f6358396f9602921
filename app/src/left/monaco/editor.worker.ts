/** The editor's own worker, for words and differences; without any language of its own. */
import "monaco-editor/editor/editor.worker";
