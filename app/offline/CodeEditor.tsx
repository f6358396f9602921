/** A file of its own keeps the plain field: the full editor is larger than all of the rest. */
export function CodeEditor() {
  return null;
}
