/** What of the drawing is near the pane, and in how much detail it is looked at. Changes by steps, so that most of a pan renders nothing. */
import { useStoreApi } from "@xyflow/react";
import { useEffect, useState } from "react";

export type Detail = "close" | "near" | "fair" | "mid" | "low" | "tiny" | "far";

export interface Window {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly detail: Detail;
  /** The zoom that labels are placed for. */
  readonly zoom: number;
  /** Size of the pane in CSS pixels; 0 before it is known. */
  readonly width: number;
  readonly height: number;
}

/** How far beyond the pane nodes are kept ready, in panes. */
export const reach = 0.35;
/** By what factor the zoom may grow and shrink before labels are placed anew, and how long after a smaller change, in milliseconds. */
const zoomStep = { in: 1.15, out: 1.06 } as const;
const rest = 200;

/** The level of detail of a zoom. */
function detailAt(zoom: number): Detail {
  if (zoom >= 1.35) return "close";
  if (zoom >= 0.9) return "near";
  if (zoom >= 0.75) return "fair";
  if (zoom >= 0.66) return "mid";
  if (zoom >= 0.5) return "low";
  return zoom >= 0.36 ? "tiny" : "far";
}

function windowAt([x, y, zoom]: readonly [number, number, number], width: number, height: number): Window {
  const w = width / zoom;
  const h = height / zoom;
  return {
    left: -x / zoom - reach * w,
    top: -y / zoom - reach * h,
    right: -x / zoom + (1 + reach) * w,
    bottom: -y / zoom + (1 + reach) * h,
    detail: detailAt(zoom),
    zoom,
    width,
    height,
  };
}

function isStillGood(window: Window, [x, y, zoom]: readonly [number, number, number], width: number, height: number): boolean {
  const left = -x / zoom;
  const top = -y / zoom;
  return (
    window.width === width &&
    window.height === height &&
    window.detail === detailAt(zoom) &&
    zoom < window.zoom * zoomStep.in &&
    zoom > window.zoom / zoomStep.out &&
    left >= window.left &&
    top >= window.top &&
    left + width / zoom <= window.right &&
    top + height / zoom <= window.bottom
  );
}

/** The window of the React Flow around the component. */
export function useWindow(): Window {
  const store = useStoreApi();
  const [window, setWindow] = useState(() => windowAt(store.getState().transform, store.getState().width, store.getState().height));
  useEffect(() => {
    const look = () => {
      const { transform, width, height } = store.getState();
      setWindow((before) => (isStillGood(before, transform, width, height) ? before : windowAt(transform, width, height)));
    };
    const settle = () => {
      const { transform, width, height } = store.getState();
      setWindow((before) => (before.zoom === transform[2] ? before : windowAt(transform, width, height)));
    };
    // At first with the next frame: what mounts a picture is long enough by itself.
    let frame = requestAnimationFrame(() => {
      frame = 0;
      look();
    });
    let timer = setTimeout(settle, rest);
    const stop = store.subscribe((state, before) => {
      const isOther = state.transform !== before.transform || state.width !== before.width || state.height !== before.height;
      if (isOther && frame === 0) look();
      if (state.transform[2] === before.transform[2]) return;
      clearTimeout(timer);
      timer = setTimeout(settle, rest);
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
      stop();
    };
  }, [store]);
  return window;
}
