/** Enlarges the picture on the blackboard, which is laid out for a small pane, and lets the pointer drag it. */
import { type PointerEvent, useRef, useSyncExternalStore } from "react";
import { watchWidth } from "../hooks/useWidth.ts";
import { usePage } from "../state/page.ts";

/** The page draws no letters below 10 pixels. Enlarged so far, a screen of this size has none below 28. */
const screen = { width: 1920, height: 1080, factor: 2.8 } as const;
const least = 1.4;

function factorOfWindow(): number {
  return Math.max(least, Math.min(innerWidth / screen.width, innerHeight / screen.height) * screen.factor);
}

/** How far the picture is enlarged in this window. */
export function useFactor(): number {
  return useSyncExternalStore(watchWidth, factorOfWindow);
}

/** Handlers that drag the picture. React Flow's own handlers ignore the enlargement and would move it too far. */
export function useDragging(factor: number) {
  const { viewports } = usePage();
  const held = useRef<{ readonly x: number; readonly y: number } | undefined>(undefined);
  return {
    onPointerDown: ({ button, clientX, clientY }: PointerEvent) => {
      if (button === 0) held.current = { x: clientX, y: clientY };
    },
    onPointerMove: ({ buttons, clientX, clientY }: PointerEvent) => {
      const from = held.current;
      if (!from || buttons === 0) return;
      held.current = { x: clientX, y: clientY };
      const { x, y, zoom } = viewports.current;
      const moved = { x: x + (clientX - from.x) / factor, y: y + (clientY - from.y) / factor };
      viewports.lookAt({ x: -moved.x / zoom, y: -moved.y / zoom, zoom });
    },
    onPointerUp: () => {
      held.current = undefined;
    },
  };
}
