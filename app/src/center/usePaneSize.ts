import type { PaneMode } from "@relayscope/share";
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef } from "react";
import { shownStage } from "../state/model.ts";
import { usePage, usePageState } from "../state/page.ts";
import { toolsHeight } from "../state/viewports.ts";

/**
 * Sizes are rounded to this many pixels, so that dragging a divider does not lay out the picture again at each pixel.
 */
const step = 10;
/** How long a changing size must be stable before the picture uses it, in milliseconds. */
const rest = 150;

/**
 * Reports the element's size to the page, without the room of the tools. The element holds the leading picture, and
 * pictures are laid out for this size. The first change is reported at once, further ones when they come to rest. Room
 * that another division, a banner or a notice takes is reported before the picture for it is requested.
 */
export function usePaneSize(isLeading: boolean, division?: PaneMode): RefObject<HTMLDivElement | null> {
  const { actions, store } = usePage();
  const ref = useRef<HTMLDivElement>(null);
  const measure = useCallback(() => {
    const { clientWidth = 0, clientHeight = 0 } = ref.current ?? {};
    if (clientWidth > 0) actions.setPaneSize(Math.floor(clientWidth / step) * step, Math.floor((clientHeight - toolsHeight) / step) * step);
  }, [actions]);
  // An inspector that opens on a press takes room. The picture is not laid out again for that, as the pressed node
  // would move away.
  const isDocked = usePageState((s) => s.isDrawerOpen);
  const docked = useRef<{ readonly width: number; readonly height: number } | undefined>(undefined);
  const wasDocked = useRef(isDocked);
  useLayoutEffect(() => {
    if (wasDocked.current === isDocked) return;
    wasDocked.current = isDocked;
    const { clientWidth: width = 0, clientHeight: height = 0 } = ref.current ?? {};
    docked.current = isDocked ? { width, height } : undefined;
  }, [isDocked]);
  const reason = usePageState((s) => s.run.stopped?.message ?? s.run.stages[shownStage(s)]?.reason ?? "");
  const notices = usePageState((s) => s.notices.map(({ text }) => text).join("\n"));
  // biome-ignore lint/correctness/useExhaustiveDependencies: banners and notices are above the pane, another one next to it
  useLayoutEffect(() => {
    if (isLeading && store.getState().paneSize) measure();
  }, [store, isLeading, measure, reason, notices, division]);
  useEffect(() => {
    const element = ref.current;
    if (!element || !isLeading) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const observer = new ResizeObserver(() => {
      if (docked.current?.width === element.clientWidth && docked.current.height === element.clientHeight) return;
      if (timer === undefined) measure();
      clearTimeout(timer);
      timer = setTimeout(() => {
        timer = undefined;
        measure();
      }, rest);
    });
    observer.observe(element);
    return () => {
      clearTimeout(timer);
      observer.disconnect();
    };
  }, [measure, isLeading]);
  return ref;
}
