import type { PaneMode } from "@relayscope/share";
import { type RefObject, useEffect, useRef, useState } from "react";
import { readable } from "../canvas/camera.ts";
import { usePageState } from "../state/page.ts";
import { useGraph } from "../state/useGraph.ts";

/** How much more of the picture must be seen before panes stand one above the other. */
const gain = 1.03;
/** Height of the line above a pane, in pixels. */
const paneHead = 32;

/** Whether more of a picture of the given size is seen, at a readable size, in two panes one above the other than side by side. */
export function isBetterDown(picture: { readonly width: number; readonly height: number }, width: number, height: number): boolean {
  const seen = (paneWidth: number, paneHeight: number) => {
    const zoom = Math.min(1, Math.max(readable, Math.min(paneWidth / picture.width, paneHeight / picture.height)));
    return zoom * Math.min(1, paneWidth / zoom / picture.width) * Math.min(1, paneHeight / zoom / picture.height);
  };
  return seen(width, height / 2 - paneHead) > seen(width / 2, height - paneHead) * gain;
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
