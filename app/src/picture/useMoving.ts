/** The moving picture is a layer: it is painted once and shifted, and painted again, sharp, when it rests. */
import { type RefObject, useEffect } from "react";
import { usePage } from "../state/page.ts";

/** How long after its last step a move has come to rest, in milliseconds. */
const rest = 150;

/**
 * A layer keeps the size that it was painted in. Zoomed out by more than this, it holds many times the content of a
 * screen.
 */
const furthest = 0.7;

/**
 * Sets `data-moving` on the picture from the second step of a move until it rests or is zoomed out far. A single step
 * is painted directly.
 */
export function useMoving(ref: RefObject<HTMLElement | null>): void {
  const { viewports } = usePage();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const settle = () => {
      timer = undefined;
      delete ref.current?.dataset.moving;
    };
    let paintedAt = 0;
    const stop = viewports.onMove(() => {
      const { zoom } = viewports.current;
      const isMoving = ref.current?.dataset.moving !== undefined;
      if (isMoving && zoom < furthest * paintedAt) settle();
      else if (timer !== undefined && ref.current && !isMoving) {
        ref.current.dataset.moving = "";
        paintedAt = zoom;
      }
      clearTimeout(timer);
      timer = setTimeout(settle, rest);
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [viewports, ref]);
}
