/** Finds a place for a line of words over a picture, where it covers the least. */
import type { Box } from "../../state/boxes.ts";

/** At the head of the picture, or at its foot, where the line takes the place of the legend. */
export type Corner = "left" | "right" | "foot";

/** A way to show the line: how wide it may be, in pixels, its size then, and where it may be. */
export interface LineForm {
  readonly widest: number;
  readonly width: number;
  readonly height: number;
  readonly corners: readonly Corner[];
}

export interface LinePlace {
  readonly widest: number;
  readonly corner: Corner;
}

/** Between a line and the sides of its pane, and between it and the foot. */
export const [lineMargin, footMargin] = [8, 2];

/** The first place of the first form that covers nothing, else the one that covers the least. */
export function linePlace(
  forms: readonly LineForm[],
  pane: { readonly width: number; readonly height: number },
  around: readonly Box[],
): LinePlace | undefined {
  let best: LinePlace | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const { widest, width, height, corners } of forms) {
    for (const corner of corners) {
      const x = corner === "right" ? pane.width - lineMargin - width : lineMargin;
      const y = corner === "foot" ? pane.height - footMargin - height : lineMargin;
      const cost = around.reduce((sum, box) => {
        const across = Math.min(x + width, box.x + box.width) - Math.max(x, box.x);
        const down = Math.min(y + height, box.y + box.height) - Math.max(y, box.y);
        return across > 0 && down > 0 ? sum + across * down : sum;
      }, 0);
      if (cost >= least) continue;
      [best, least] = [{ widest, corner }, cost];
      if (cost === 0) return best;
    }
  }
  return best;
}
