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
const reach = 0.35;
/** By what factor the zoom may change before labels are placed anew. */
const zoomStep = 1.15;

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
    zoom < window.zoom * zoomStep &&
    zoom > window.zoom / zoomStep &&
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
    look();
    return store.subscribe((state, before) => {
      if (state.transform !== before.transform || state.width !== before.width || state.height !== before.height) look();
    });
  }, [store]);
  return window;
}
