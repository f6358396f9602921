/** What moves is a layer of its own: it is painted once and shifted, and painted anew, sharp, when it rests. */
import { type RefObject, useEffect } from "react";
import { usePage } from "../state/page.ts";

/** How long after its last step a move has come to rest, in milliseconds. */
const rest = 150;

/** Sets `data-moving` on the picture from the second step of a move until it rests. A single step is painted as it is. */
export function useMoving(ref: RefObject<HTMLElement | null>): void {
  const { viewports } = usePage();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const settle = () => {
      timer = undefined;
      delete ref.current?.dataset.moving;
    };
    const stop = viewports.onMove(() => {
      if (timer !== undefined && ref.current && ref.current.dataset.moving === undefined) ref.current.dataset.moving = "";
      clearTimeout(timer);
      timer = setTimeout(settle, rest);
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [viewports, ref]);
}
