import { lazy, Suspense, useCallback, useEffect, useRef, useState } from "react";
import { usePageState } from "../state/page.ts";
import { savesData } from "../state/site.ts";
import { loadEditor } from "./loadEditor.ts";
import { PlainEditor } from "./PlainEditor.tsx";

const CodeEditor = lazy(async () => {
  await loadEditor();
  const { CodeEditor } = await import("./monaco/CodeEditor.tsx");
  return { default: CodeEditor };
});

/** How long after the first picture the full editor begins to load, in milliseconds. */
const rest = 250;

/**
 * The text: a plain field at once. When the first picture stands, or the field is gone to, the full editor is loaded and made behind it, and takes its
 * place with its cursor and what is in sight. A browser that saves data loads it only when the field is gone to.
 */
export function RelayEditor() {
  const hasPicture = usePageState((s) => s.isStarted && (s.run.status === "finished" || s.run.status === "stopped"));
  const [isWanted, setIsWanted] = useState(false);
  const [isReady, setIsReady] = useState(false);
  const want = useCallback(() => setIsWanted(true), []);
  const stand = useCallback(() => setIsReady(true), []);
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (!hasPicture || savesData()) return;
    const timer = setTimeout(want, rest);
    return () => clearTimeout(timer);
  }, [hasPicture, want]);
  return (
    <div className="relative size-full">
      <Suspense fallback={null}>{isWanted && <CodeEditor plain={field} onReady={stand} />}</Suspense>
      {!isReady && <PlainEditor field={field} onFocus={want} />}
    </div>
  );
}
