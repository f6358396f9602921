<<<<<<< HEAD
import { type RefObject, useEffect, useRef } from "react";
import { usePage } from "../state/page.ts";
=======
import { type RefObject, useCallback, useLayoutEffect, useRef } from "react";
import { shownStage } from "../state/model.ts";
import { usePage, usePageState } from "../state/page.ts";
>>>>>>> fda206b (The strip's height is told by the names of the passes and the room alone, in one row or two; what has no room folds, says less, then scrolls; banners take their height before the picture is asked for, and a picture that is laid out anew is there at once)
import { toolsHeight } from "../state/viewports.ts";

/** Sizes are told in steps, so that a divider's drag does not lay the picture out anew at each pixel. */
const step = 10;
/** How long a size must stand before it is told while it changes again and again, in milliseconds. */
const rest = 150;

/**
 * Tells the size of the element, which holds the leading picture, to the page, without what the tools take: pictures are laid out to it. A change is
 * told at once, further ones when they come to rest, and what a line above the pane takes
 * of it before the picture is asked for that the line comes with.
 */
export function usePaneSize(isLeading: boolean): RefObject<HTMLDivElement | null> {
  const { actions } = usePage();
  const ref = useRef<HTMLDivElement>(null);
<<<<<<< HEAD
  useEffect(() => {
    const element = ref.current;
    if (!element || !isLeading) return;
    const tell = () => {
      const { clientWidth, clientHeight } = element;
      if (clientWidth > 0)
        actions.setPaneSize(Math.floor(clientWidth / step) * step, Math.floor((clientHeight - toolsHeight) / step) * step);
    };
=======
  const tell = useCallback(() => {
    const { clientWidth = 0, clientHeight = 0 } = ref.current ?? {};
    if (clientWidth > 0) actions.setPaneSize(Math.floor(clientWidth / step) * step, Math.floor((clientHeight - toolsHeight) / step) * step);
  }, [actions]);
  const result = usePageState((s) => s.run.stages[shownStage(s)]);
  const stopped = usePageState((s) => s.run.stopped);
  const notices = usePageState((s) => s.notices);
  // biome-ignore lint/correctness/useExhaustiveDependencies: banners and notices stand above the pane
  useLayoutEffect(() => {
    if (isLeading) tell();
  }, [isLeading, tell, result, stopped, notices]);
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element || !isLeading) return;
>>>>>>> fda206b (The strip's height is told by the names of the passes and the room alone, in one row or two; what has no room folds, says less, then scrolls; banners take their height before the picture is asked for, and a picture that is laid out anew is there at once)
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isTold = false;
    const observer = new ResizeObserver(() => {
      if (timer === undefined) tell();
      clearTimeout(timer);
<<<<<<< HEAD
      if (isTold) timer = setTimeout(tell, rest);
      else tell();
      isTold = true;
=======
      timer = setTimeout(() => {
        timer = undefined;
        tell();
      }, rest);
>>>>>>> fda206b (The strip's height is told by the names of the passes and the room alone, in one row or two; what has no room folds, says less, then scrolls; banners take their height before the picture is asked for, and a picture that is laid out anew is there at once)
    });
    observer.observe(element);
    return () => {
      clearTimeout(timer);
      observer.disconnect();
    };
  }, [tell, isLeading]);
  return ref;
}
