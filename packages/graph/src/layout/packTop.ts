/** The functions of a module side by side, in shelves, the first at the top left. Nothing links them. */
import type { GroupLayout, ItemBox } from "./group.ts";
import { columnGap } from "./sizes.ts";

const shelfGap = 52;

const leastShelf = 1600;

export function packTop(items: readonly ItemBox[]): GroupLayout {
  const shelf = Math.max(leastShelf, (items[0]?.width ?? 0) + 2 * (items[0]?.sideMargin ?? 0));
  const centers = new Float64Array(items.length);
  const tops = new Float64Array(items.length);
  let x = 0;
  let y = 0;
  let width = 0;
  let shelfHeight = 0;
  items.forEach((item, i) => {
    const outer = item.width + 2 * item.sideMargin;
    if (x > 0 && x + outer > shelf) {
      x = 0;
      y += shelfHeight + shelfGap;
      shelfHeight = 0;
    }
    centers[i] = x + outer / 2;
    tops[i] = y + item.topMargin;
    x += outer + columnGap;
    width = Math.max(width, x - columnGap);
    shelfHeight = Math.max(shelfHeight, item.height + item.topMargin + item.bottomMargin);
  });
  return {
    width,
    height: y + shelfHeight,
    rows: 1,
    topMargin: 0,
    bottomMargin: 0,
    sideMargin: 0,
    itemRows: new Int32Array(items.length),
    centers,
    tops,
    rowHeights: Float64Array.from(items, (item) => item.height),
    linkLanes: [],
    exitLanes: [],
    entryLanes: [],
  };
}
