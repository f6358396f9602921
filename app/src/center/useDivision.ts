import type { PaneMode } from "@relayscope/share";
import { type RefObject, useEffect, useRef, useState } from "react";
import { usePageState } from "../state/page.ts";
import { useGraph } from "../state/useGraph.ts";

/** How much larger the picture must become before panes stand one above the other. */
const gain = 1.15;

/** Whether a picture of the given size is seen larger in two panes one above the other than side by side. */
export function isBetterDown(picture: { readonly width: number; readonly height: number }, width: number, height: number): boolean {
  const across = Math.min(width / 2 / picture.width, height / picture.height, 1);
  const down = Math.min(width / picture.width, height / 2 / picture.height, 1);
  return down > across * gain;
}

/** How the center is divided: as the user chose, else as the picture's shape asks. A step from pass to pass does not turn it. */
export function useDivision(stage: number): { readonly ref: RefObject<HTMLDivElement | null>; readonly division: PaneMode } {
  const ref = useRef<HTMLDivElement>(null);
  const panes = usePageState((s) => s.view.panes);
  const shown = useGraph(stage);
  const [size, setSize] = useState({ width: 0, height: 0 });
  const decided = useRef<{ readonly key: string; readonly isDown: boolean } | undefined>(undefined);
  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setSize({ width: Math.round(entry.contentRect.width / 50) * 50, height: Math.round(entry.contentRect.height / 50) * 50 });
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const key = `${shown?.epoch}/${size.width}/${size.height}`;
  if (shown && size.width > 0 && decided.current?.key !== key) {
    decided.current = { key, isDown: isBetterDown(shown.answer.layout, size.width, size.height) };
  }
  return { ref, division: panes === "split" ? (decided.current?.isDown ? "down" : "across") : panes };
}
