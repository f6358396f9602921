import { Suspense, useCallback, useRef, useState } from "react";
import { useDelay } from "../hooks/useDelay.ts";
import { usePageState } from "../state/page.ts";
import { savesData } from "../state/site.ts";
import { part } from "../ui/part.ts";
import { loadEditor } from "./loadEditor.ts";
import { PlainEditor } from "./PlainEditor.tsx";

const CodeEditor = part(async () => {
  await loadEditor();
  const { CodeEditor } = await import("./monaco/CodeEditor.tsx");
  return CodeEditor;
});

/** How long after the first picture the full editor starts to load, in milliseconds. */
const rest = 250;

/**
 * The text: a plain field at first. After the first picture, or when the field gets the focus, the full editor is
 * loaded in the background. It then replaces the field, with the same cursor and scroll position. A browser that saves
 * data loads it only when the field gets the focus.
 */
export function RelayEditor() {
  const hasPicture = usePageState((s) => s.isStarted && (s.run.status === "finished" || s.run.status === "stopped"));
  const [isWanted, setIsWanted] = useState(false);
  const [isReady, setIsReady] = useState(false);
  const want = useCallback(() => setIsWanted(true), []);
  const stand = useCallback(() => setIsReady(true), []);
  const field = useRef<HTMLTextAreaElement>(null);
  useDelay(hasPicture && !savesData(), rest, want);
  return (
    <div className="relative size-full">
      <Suspense fallback={null}>{isWanted && <CodeEditor plain={field} onReady={stand} />}</Suspense>
      {!isReady && <PlainEditor field={field} onFocus={want} />}
    </div>
  );
}
