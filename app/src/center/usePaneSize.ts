import { type RefObject, useEffect, useRef } from "react";
import { usePage } from "../state/page.ts";
import { toolsHeight } from "../state/viewports.ts";

/** Sizes are told in steps, so that a divider's drag does not lay the picture out anew at each pixel. */
const step = 10;
/** How long a size must stand before it is told, in milliseconds. */
const rest = 150;

/** Tells the size of the element, which holds the leading picture, to the page, without what the tools take: pictures are laid out to it. */
export function usePaneSize(isLeading: boolean): RefObject<HTMLDivElement | null> {
  const { actions } = usePage();
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = ref.current;
    if (!element || !isLeading) return;
    const tell = () => {
      const { clientWidth, clientHeight } = element;
      if (clientWidth > 0)
        actions.setPaneSize(Math.floor(clientWidth / step) * step, Math.floor((clientHeight - toolsHeight) / step) * step);
    };
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isTold = false;
    const observer = new ResizeObserver(() => {
      clearTimeout(timer);
      if (isTold) timer = setTimeout(tell, rest);
      else tell();
      isTold = true;
    });
    observer.observe(element);
    return () => {
      clearTimeout(timer);
      observer.disconnect();
    };
  }, [actions, isLeading]);
  return ref;
}
