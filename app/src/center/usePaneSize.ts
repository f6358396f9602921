import type { PaneMode } from "@relayscope/share";
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef } from "react";
import { shownStage } from "../state/model.ts";
import { usePage, usePageState } from "../state/page.ts";
import { toolsHeight } from "../state/viewports.ts";

/** Sizes are rounded to this many pixels: a divider's drag does not lay the picture out again at each pixel. */
const step = 10;
/** How long a size that keeps changing must stay the same before the picture takes it, in milliseconds. */
const rest = 150;

/**
 * Tells the size of the element, which holds the leading picture, to the page, without what the tools take: pictures are laid out to it. A change is
 * told at once, further ones when they come to rest, and what another division, a banner or a notice takes before the picture is asked for that comes
 * with it.
 */
export function usePaneSize(isLeading: boolean, division?: PaneMode): RefObject<HTMLDivElement | null> {
  const { actions, store } = usePage();
  const ref = useRef<HTMLDivElement>(null);
  const measure = useCallback(() => {
    const { clientWidth = 0, clientHeight = 0 } = ref.current ?? {};
    if (clientWidth > 0) actions.setPaneSize(Math.floor(clientWidth / step) * step, Math.floor((clientHeight - toolsHeight) / step) * step);
  }, [actions]);
  // The inspector that comes with a press takes room, and the picture is not laid out again for that: what was pressed would go elsewhere.
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
