import { type RefObject, useEffect, useState } from "react";
import { flushSync } from "react-dom";

/** The width of an element's content box in whole CSS pixels, kept up with it; 0 before it is known. */
export function useRoom(ref: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    // The observer tells the first width, too: before the element is painted, and when its place is known anyway.
    const observer = new ResizeObserver(() => flushSync(() => setWidth(element.clientWidth)));
    observer.observe(element);
    return () => observer.disconnect();
  }, [ref]);
  return width;
}
