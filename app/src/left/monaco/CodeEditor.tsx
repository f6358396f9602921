import { PlainEditor } from "../PlainEditor.tsx";

export function CodeEditor() {
  return <PlainEditor />;
}
