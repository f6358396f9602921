/** The editor's own worker: words and differences of its core; no language of its own. */
import "monaco-editor/editor/editor.worker";
