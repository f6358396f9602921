import { lazy, Suspense, useEffect, useState } from "react";
import { usePageState } from "../state/page.ts";
import { PlainEditor } from "./PlainEditor.tsx";

const CodeEditor = lazy(() => import("./monaco/CodeEditor.tsx").then((m) => ({ default: m.CodeEditor })));

/** The text: a plain field at once; the full editor takes its place when the first picture stands and the browser has time. */
export function RelayEditor() {
  const hasPicture = usePageState((s) => s.isStarted && (s.run.status === "finished" || s.run.status === "stopped"));
  const [isReady, setIsReady] = useState(false);
  useEffect(() => {
    if (!hasPicture) return;
    const timer = setTimeout(() => setIsReady(true), 250);
    return () => clearTimeout(timer);
  }, [hasPicture]);
  return isReady ? (
    <Suspense fallback={<PlainEditor />}>
      <CodeEditor />
    </Suspense>
  ) : (
    <PlainEditor />
  );
}
