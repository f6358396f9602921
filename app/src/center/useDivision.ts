import type { PaneMode } from "@relayscope/share";
import { type RefObject, useEffect, useRef, useState } from "react";
import { shownMode } from "../state/graphRequests.ts";
import { usePageState } from "../state/page.ts";
import { useGraph } from "../state/useGraph.ts";
import { readable } from "../state/viewports.ts";

/** How much more of the picture must be seen before panes stand one above the other. */
const gain = 1.03;
/** Two panes need as much, in pixels, side by side or one above the other. */
const leastTwo = 560;
/** Height of the line above a pane, in pixels. */
const paneHead = 32;

/** Whether a picture of the given size is seen better in two panes one above the other than side by side: larger as a whole, else more of it. */
function isBetterDown(picture: { readonly width: number; readonly height: number }, width: number, height: number): boolean {
  const whole = (paneWidth: number, paneHeight: number) => Math.min(1, paneWidth / picture.width, paneHeight / picture.height);
  const across = whole(width / 2, height - paneHead);
  const down = whole(width, height / 2 - paneHead);
  if (Math.max(across, down) >= readable) return down > across * gain;
  const seen = (paneWidth: number, paneHeight: number) => Math.min(1, paneWidth / picture.width) * Math.min(1, paneHeight / picture.height);
  return seen(width, height / 2 - paneHead) > seen(width / 2, height - paneHead) * gain;
}

/** How the center is divided: as the user chose, else as the picture's shape asks. A step from pass to pass does not turn it. */
export function useDivision(stage: number): { readonly ref: RefObject<HTMLDivElement | null>; readonly division: PaneMode } {
  const ref = useRef<HTMLDivElement>(null);
  const panes = usePageState((s) => s.view.panes);
  const shown = useGraph(stage);
  const mode = usePageState(shownMode);
  const [size, setSize] = useState({ width: 0, height: 0 });
  const decided = useRef<{ readonly key: string; readonly division: PaneMode } | undefined>(undefined);
  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setSize({ width: Math.round(entry.contentRect.width / 50) * 50, height: Math.round(entry.contentRect.height / 50) * 50 });
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const key = `${shown?.epoch}/${mode}/${size.width}/${size.height}`;
  if (shown && size.width > 0 && decided.current?.key !== key) {
    // A map folds until it can be read in its pane: in a whole one it has room for its regions.
    const isDown = mode !== "map" && isBetterDown(shown.answer.layout, size.width, size.height);
    decided.current = { key, division: mode === "map" ? "after" : isDown ? "down" : "across" };
  }
  // A pane that is too narrow for two stands alone, unless two are asked for.
  if (panes === "split" && size.width > 0 && size.width < leastTwo) return { ref, division: "after" };
  return { ref, division: panes === "split" ? (decided.current?.division ?? (mode === "map" ? "after" : "across")) : panes };
}
