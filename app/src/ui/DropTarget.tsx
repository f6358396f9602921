import { type DragEvent, type ReactNode, useState } from "react";
import { usePage } from "../state/page.ts";

/** Opens files that are dropped anywhere on the page. */
export function DropTarget({ children }: { readonly children: ReactNode }) {
  const { actions } = usePage();
  const [isOver, setIsOver] = useState(false);
  const hasFiles = (event: DragEvent) => event.dataTransfer.types.includes("Files");
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a shortcut; the Examples menu opens files too
    <div
      className="h-full"
      onDragOver={(event) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={(event) => {
        if (event.relatedTarget === null) setIsOver(false);
      }}
      onDrop={(event) => {
        setIsOver(false);
        const files = [...event.dataTransfer.files];
        if (files.length === 0) return;
        event.preventDefault();
        void actions.openFiles(files);
      }}
    >
      {children}
      {isOver && (
        <div className="pointer-events-none fixed inset-3 z-50 flex items-center justify-center rounded-xl border-2 border-dashed border-accent bg-accent-soft/85 text-head font-semibold text-accent">
          Drop to open
        </div>
      )}
    </div>
  );
}
