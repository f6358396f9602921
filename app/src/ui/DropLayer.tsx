import { useState } from "react";
import { useListener } from "../hooks/useListener.ts";
import { hasFiles } from "../state/keys.ts";

/** Says that files that are dragged over the page can be dropped. */
export function DropLayer() {
  const [isOver, setIsOver] = useState(false);
  useListener("dragover", (event) => setIsOver(hasFiles(event)));
  useListener("dragleave", ({ relatedTarget }) => {
    if (relatedTarget === null) setIsOver(false);
  });
  useListener("drop", () => setIsOver(false));
  if (!isOver) return null;
  return (
    <div className="pointer-events-none fixed inset-3 z-50 flex items-center justify-center rounded-xl border-2 border-dashed border-accent bg-accent-soft/85 text-head font-semibold text-accent">
      Drop to open
    </div>
  );
}
