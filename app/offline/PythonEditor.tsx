/** A file of its own keeps the plain field. */
export function PythonEditor() {
  return null;
}
