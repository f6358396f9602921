/** What moves is a layer of its own: it is painted once and shifted, and painted again, sharp, when it rests. */
import { type RefObject, useEffect } from "react";
import { usePage } from "../state/page.ts";

/** How long after its last step a move has come to rest, in milliseconds. */
const rest = 150;

/** A layer keeps the size that it was painted in: one that is looked at from this much further away holds many times what a screen does. */
const furthest = 0.7;

/**
 * Sets `data-moving` on the picture from the second step of a move until it rests, or is looked at from further away. A single step is painted as it
 * is.
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
