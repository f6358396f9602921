import { type PointerEvent, useCallback, useMemo, useRef, useState } from "react";
import { useMoves } from "../hooks/useMoves.ts";
import type { Scene } from "./scene.ts";

/** How long after a move of the picture the thing under the pointer counts as hovered, in milliseconds. */
const rest = 120;
/** How far the pointer moves after a press before it counts as moved, in pixels. */
const least = 3;

type Press = Pick<PointerEvent, "screenX" | "screenY"> | undefined;

/** What the pointer is on, by index: a node, an edge, a region's hull or label, or the title of a frame. */
export interface Hovered {
  readonly node?: number | undefined;
  readonly edge?: number | undefined;
  readonly region?: number | undefined;
  readonly frame?: number | undefined;
}

export const nowhere: Hovered = {};

interface Hovering {
  readonly hovered: Hovered;
  readonly hover: (on: Hovered) => void;
  /** What the element around the picture has to report. */
  readonly watched: {
    readonly onPointerDownCapture: (event: PointerEvent) => void;
    readonly onPointerMoveCapture: (event: PointerEvent) => void;
  };
}

/**
 * The part of a scene under the pointer, and a setter for it. While the picture moves, the setter ignores what passes
 * under the pointer. It also does so after a press until the pointer moves, as the press may open a panel that pushes
 * the picture aside.
 */
export function useHovered({ answer }: Scene): Hovering {
  const [hovered, setHovered] = useState(nowhere);
  const under = useRef(nowhere);
  const isMoving = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const pressed = useRef<Press>(undefined);
  useMoves(({ transform }, before) => {
    if (transform === before.transform) return;
    isMoving.current = true;
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      isMoving.current = false;
      if (!pressed.current) setHovered(under.current);
    }, rest);
  });
  const hover = useCallback((on: Hovered) => {
    under.current = on;
    if (!isMoving.current && !pressed.current) setHovered(on);
  }, []);
  const watched = useMemo(
    () => ({
      onPointerDownCapture: ({ screenX, screenY }: PointerEvent) => {
        pressed.current = { screenX, screenY };
        setHovered(nowhere);
      },
      onPointerMoveCapture: ({ screenX, screenY }: PointerEvent) => {
        const at = pressed.current;
        if (!at || Math.hypot(screenX - at.screenX, screenY - at.screenY) < least) return;
        pressed.current = undefined;
        if (!isMoving.current) setHovered(under.current);
      },
    }),
    [],
  );
  const { nodes, edges, regions, frames } = answer.graph;
  const { node = 0, edge = 0, region = 0, frame = 0 } = hovered;
  const isThere = node < nodes.length && edge < edges.length && region < regions.length && frame < frames.length;
  return { hovered: isThere ? hovered : nowhere, hover, watched };
}
