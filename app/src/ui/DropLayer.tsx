import { useState } from "react";
import { useListener } from "../hooks/useListener.ts";
import { usePage } from "../state/page.ts";

/** Opens files that are dropped anywhere on the page. */
export function DropLayer() {
  const { actions } = usePage();
  const [isOver, setIsOver] = useState(false);
  useListener("dragover", (event) => {
    if (!event.dataTransfer?.types.includes("Files")) return;
    event.preventDefault();
    setIsOver(true);
  });
  useListener("dragleave", ({ relatedTarget }) => {
    if (relatedTarget === null) setIsOver(false);
  });
  useListener("drop", (event) => {
    setIsOver(false);
    const files = [...(event.dataTransfer?.files ?? [])];
    if (files.length === 0) return;
    event.preventDefault();
    void actions.openFiles(files);
  });
  if (!isOver) return null;
  return (
    <div className="pointer-events-none fixed inset-3 z-50 flex items-center justify-center rounded-xl border-2 border-dashed border-accent bg-accent-soft/85 text-head font-semibold text-accent">
      Drop to open
    </div>
  );
}
