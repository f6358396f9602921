/**
 * The part of the drawing near the pane, and its level of detail. Changes in steps, so that most of a pan renders
 * nothing.
 */
import { letters } from "@relayscope/engine";
import { useStoreApi } from "@xyflow/react";
import { useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { usePage } from "../state/page.ts";

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

type Transform = readonly [number, number, number];

/** React Flow's viewport. */
interface Place {
  readonly transform: Transform;
  readonly width: number;
  readonly height: number;
}

/** How far beyond the pane nodes are kept ready, in panes. */
export const reach = 0.35;
/** With less than this left, another part is prepared, in panes. */
const ahead = 0.1;
/**
 * The factors by which the zoom may grow and shrink before labels are placed again, and how long after a smaller
 * change, in milliseconds.
 */
const zoomStep = { in: 1.15, out: 1.06 } as const;
const rest = 200;
/** A larger change at once is not a move: the zoom by this factor, or the place by this many panes. */
const jump = { zoom: 1.25, panes: 1 } as const;

/** The zoom from which a level of detail is shown, near to far. Its letters are at least 10 px there. */
export const detailZooms: ReadonlyMap<Detail, number> = new Map<Detail, number>([
  ["close", 1.35],
  ["near", 1],
  ["fair", letters.near.least],
  ["mid", letters.mid.least],
  ["low", letters.low.least],
  ["tiny", letters.tiny.least],
]);

/** The level of detail of a zoom. */
function detailAt(zoom: number): Detail {
  for (const [detail, least] of detailZooms) if (zoom >= least) return detail;
  return "far";
}

function windowAt({ transform: [x, y, zoom], width, height }: Place): Window {
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

function isStillGood(window: Window, { transform: [x, y, zoom], width, height }: Place): boolean {
  const [w, h] = [width / zoom, height / zoom];
  const left = -x / zoom - ahead * w;
  const top = -y / zoom - ahead * h;
  return (
    window.width === width &&
    window.height === height &&
    window.detail === detailAt(zoom) &&
    zoom < window.zoom * zoomStep.in &&
    zoom > window.zoom / zoomStep.out &&
    left >= window.left &&
    top >= window.top &&
    left + (1 + 2 * ahead) * w <= window.right &&
    top + (1 + 2 * ahead) * h <= window.bottom
  );
}

/**
 * Whether the view changed all at once instead of moving there: by the zoom, or by what was in the middle of the pane.
 */
function isJump({ transform: [x, y, zoom], width, height }: Place, before: Transform): boolean {
  const ratio = zoom / before[2];
  const [right, down] = [(width / 2 - before[0]) * ratio + x - width / 2, (height / 2 - before[1]) * ratio + y - height / 2];
  return Math.max(ratio, 1 / ratio) > jump.zoom || Math.abs(right) > jump.panes * width || Math.abs(down) > jump.panes * height;
}

/**
 * The window of the surrounding React Flow. On a move the panes take turns, as each renders what comes into sight, and
 * everything that it shows in other sizes. `onLeave` reports that a part of what is in sight is missing.
 */
export function useWindow(onLeave: () => void): Window {
  const { turns } = usePage();
  const store = useStoreApi();
  const [window, setWindow] = useState(() => windowAt(store.getState()));
  const current = useRef(window);
  useEffect(() => {
    let cancel: (() => void) | undefined;
    const renew = () => {
      cancel?.();
      cancel = undefined;
      current.current = windowAt(store.getState());
      setWindow(current.current);
    };
    const inTurn = () => {
      cancel ??= turns.ask(() => flushSync(renew));
    };
    const look = () => {
      if (!isStillGood(current.current, store.getState())) renew();
    };
    const settle = () => {
      if (current.current.zoom !== store.getState().transform[2]) inTurn();
    };
    // The first measurement waits for the next frame: mounting a picture takes long enough by itself.
    let frame = requestAnimationFrame(() => {
      frame = 0;
      look();
    });
    let timer = setTimeout(settle, rest);
    const stop = store.subscribe((state, before) => {
      const isResized = state.width !== before.width || state.height !== before.height;
      const isMoved = state.transform !== before.transform;
      if ((isResized || isMoved) && frame === 0 && !isStillGood(current.current, state)) {
        if (isResized || isJump(state, before.transform)) renew();
        else {
          onLeave();
          inTurn();
        }
      }
      if (state.transform[2] === before.transform[2]) return;
      clearTimeout(timer);
      timer = setTimeout(settle, rest);
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
      cancel?.();
      stop();
    };
  }, [store, turns, onLeave]);
  return window;
}
