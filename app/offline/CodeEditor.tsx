/** A file of its own keeps the plain field: the full editor is larger than all of the rest. */
export { PlainEditor as CodeEditor } from "../src/left/PlainEditor.tsx";
