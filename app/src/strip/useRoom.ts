import { type RefObject, useLayoutEffect, useState } from "react";

/** The width of an element's content box in whole CSS pixels, kept up with it; 0 before it is known. */
export function useRoom(ref: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return;
    const tell = () => setWidth(element.clientWidth);
    tell();
    const observer = new ResizeObserver(tell);
    observer.observe(element);
    return () => observer.disconnect();
  }, [ref]);
  return width;
}
