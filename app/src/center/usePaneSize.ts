import type { PaneMode } from "@relayscope/share";
import { type RefObject, useLayoutEffect, useRef } from "react";
import { useSize } from "../hooks/useSize.ts";
import { footHeight } from "../state/boxes.ts";
import { shownStage, unusedTarget } from "../state/model.ts";
import { usePage, usePageState } from "../state/page.ts";

/**
 * Sizes are rounded to this many pixels, so that dragging a divider does not lay out the picture again at each pixel.
 */
const step = 10;
/** How long a changing size must be stable before the picture uses it, in milliseconds. */
const rest = 150;

/**
 * Reports the element's size to the page, without the room of the tools. The element holds the leading picture, and
 * pictures are laid out for this size. The blackboard shows its picture `enlarged`. The first change is reported at
 * once, further ones once the size is stable. A change by another division, a banner or a notice is reported before the
 * picture for it is requested.
 */
export function usePaneSize(isLeading: boolean, division?: PaneMode, enlarged = 1): RefObject<HTMLDivElement | null> {
  const { actions, store, viewports } = usePage();
  const ref = useRef<HTMLDivElement>(null);
  const measure = () => {
    const { clientWidth = 0, clientHeight = 0 } = ref.current ?? {};
    const height = clientHeight + viewports.given - footHeight(clientWidth, enlarged);
    if (clientWidth > 0) actions.setPaneSize(Math.floor(clientWidth / step) * step, Math.floor(height / step) * step);
  };
  // An inspector that opens on a press takes room. The picture is not laid out again for that, as the pressed node
  // would move away.
  const isDocked = usePageState((s) => s.isDrawerOpen);
  const docked = useRef<{ readonly width: number; readonly height: number } | undefined>(undefined);
  const reason = usePageState(
    (s) => s.awaitedBanners > 0 || (s.run.stopped?.message ?? s.run.stages[shownStage(s)]?.reason ?? "") + unusedTarget(s),
  );
  const notices = usePageState((s) => s.notices.map(({ text }) => text).join("\n"));
  // Banners and notices are above the pane, another pane is next to it.
  const around = isLeading && `${division} ${reason} ${notices}`;
  const before = useRef<{ readonly isDocked: boolean; readonly around: string | false }>({ isDocked, around: false });
  useLayoutEffect(() => {
    const element = ref.current;
    if (element && before.current.isDocked !== isDocked)
      docked.current = isDocked ? { width: element.clientWidth, height: element.clientHeight } : undefined;
    if (around !== false && before.current.around !== around && store.getState().paneSize) measure();
    before.current = { isDocked, around };
  });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useSize(
    ref,
    (element) => {
      if (docked.current?.width === element.clientWidth && docked.current.height === element.clientHeight) return;
      if (timer.current === undefined) measure();
      clearTimeout(timer.current);
      timer.current = setTimeout(() => {
        timer.current = undefined;
        measure();
      }, rest);
    },
    isLeading,
  );
  return ref;
}
