import type { PaneMode } from "@relayscope/share";
import { type RefObject, useRef, useState } from "react";
import { useGraph } from "../hooks/useGraph.ts";
import { useSize } from "../hooks/useSize.ts";
import { few } from "../state/firstPicture.ts";
import { shownMode } from "../state/graphRequests.ts";
import { isUnread } from "../state/model.ts";
import { usePage, usePageState } from "../state/page.ts";
import { readable } from "../state/pictureSizes.ts";

/**
 * Panes are stacked only if they then show this many times more of the picture than side by side. The factor is larger
 * for a wrapped picture, which is laid out again for its pane and becomes narrow.
 */
const gain = 1.03;
const gainOverWrapped = 1.5;
/** The room that two panes need, in pixels, next to or above each other. */
const leastTwo = 560;
/** Height of the line above a pane, in pixels. */
const paneHead = 32;

/** Below this scale, half of the center shows too little of a wrapped picture, so the picture gets all of it. */
const cramped = 0.5;
/** A picture is shown alone only at this scale or above, computed from the areas of pane and picture. */
const leastAlone = 0.42;

/**
 * The best division for a picture of the given size. Two panes if both show the whole picture at a good scale, one pane
 * if the picture is then large enough, else the two panes that show more of it. `isForAll`: the picture was wrapped for
 * the whole center; in half of it, its scale shrinks by the root of two.
 */
function bestDivision(
  picture: { readonly width: number; readonly height: number },
  width: number,
  height: number,
  isWrapped: boolean,
  isForAll: boolean,
): PaneMode {
  const whole = (paneWidth: number, paneHeight: number) => Math.min(1, paneWidth / picture.width, paneHeight / picture.height);
  const across = whole(width / 2, height - paneHead);
  const down = whole(width, height / 2 - paneHead);
  const better = down > across * (isWrapped ? gainOverWrapped : gain) ? "down" : "across";
  const most = isForAll ? whole(width, height - paneHead) / Math.SQRT2 : 1;
  if (Math.min(most, Math.max(across, down)) >= cramped) return better;
  if (Math.sqrt((width * (height - paneHead)) / (picture.width * picture.height)) >= leastAlone) return "after";
  if (Math.max(across, down) >= readable) return better;
  const seen = (paneWidth: number, paneHeight: number) => Math.min(1, paneWidth / picture.width) * Math.min(1, paneHeight / picture.height);
  return seen(width, height / 2 - paneHead) > seen(width / 2, height - paneHead) * gain ? "down" : "across";
}

/**
 * How the center is divided: as the user chose, else by the picture's shape. A step between passes does not change it.
 */
export function useDivision(stage: number): { readonly ref: RefObject<HTMLDivElement | null>; readonly division: PaneMode } {
  const { viewports } = usePage();
  const ref = useRef<HTMLDivElement>(null);
  const panes = usePageState((s) => s.view.panes);
  const shown = useGraph(stage);
  const mode = usePageState(shownMode);
  const isLarge = usePageState((s) => (s.run.stages[0]?.summary.operators ?? 0) > few);
  const isWrapped = usePageState((s) => s.preferences.isWrapped);
  const isNothingRead = usePageState(isUnread);
  const isPinned = usePageState((s) => s.view.pinned !== undefined);
  const [size, setSize] = useState({ width: 0, height: 0 });
  const [decided, setDecided] = useState<{ readonly key: string; readonly division: PaneMode }>();
  useSize(ref, ({ clientWidth, clientHeight }) => {
    const now = { width: Math.round(clientWidth / 50) * 50, height: Math.round((clientHeight + viewports.given) / 50) * 50 };
    setSize((before) => (before.width === now.width && before.height === now.height ? before : now));
  });
  const key = `${shown?.epoch}/${mode}/${size.width}/${size.height}`;
  if (shown && size.width > 0 && decided?.key !== key) {
    // A map folds until it can be read in its pane, and a whole pane has room for its regions.
    const isForAll = isWrapped && decided?.division === "after";
    const best = () => bestDivision(shown.answer.layout, size.width, size.height, isWrapped, isForAll);
    setDecided({ key, division: mode === "map" ? "after" : best() });
  }
  // Nothing is drawn, for the same reason in both panes, so one pane is enough.
  if (panes === "split" && isNothingRead) return { ref, division: "after" };
  // A center too narrow for two panes shows one, unless the user asked for two.
  if (panes === "split" && size.width > 0 && size.width < leastTwo) return { ref, division: "after" };
  if (panes !== "split") return { ref, division: panes };
  const division = decided?.division ?? (mode === "map" || isLarge ? "after" : "across");
  // A pinned stage is always shown.
  return { ref, division: division === "after" && isPinned ? "across" : division };
}
