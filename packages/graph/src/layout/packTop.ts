/** The functions of a module side by side, in shelves, the first at the top left. Nothing links them. */
import type { GroupLayout } from "./group.ts";
import type { ItemBox } from "./groupInput.ts";
import { columnGap } from "./sizes.ts";

const shelfGap = 52;
const mapGap = 22;

const leastShelf = 1600;
/** Width to height of a packed map. */
const aspect = 1.8;

/** On a map the first function has the left side, and the others, which may be cards, are to its right. */
export function packTop(items: readonly ItemBox[], isMap: boolean): GroupLayout {
  const outerWidth = (item: ItemBox | undefined) => (item ? item.width + 2 * item.sideMargin : 0);
  const outerHeight = (item: ItemBox) => item.height + item.topMargin + item.bottomMargin;
  const [first] = items;
  const gap = isMap ? mapGap : shelfGap;
  const start = isMap && items.length > 2 ? outerWidth(first) + columnGap : 0;
  const area = items.reduce((sum, item) => sum + (outerWidth(item) + columnGap) * (outerHeight(item) + gap), 0);
  const widest = items.reduce((most, item) => Math.max(most, outerWidth(item)), 0);
  const shelf = isMap ? Math.max(start + widest, Math.sqrt(area * aspect)) : Math.max(leastShelf, outerWidth(first));
  const centers = new Float64Array(items.length);
  const tops = new Float64Array(items.length);
  let x = 0;
  let y = 0;
  let width = 0;
  let shelfHeight = 0;
  let height = 0;
  items.forEach((item, i) => {
    const outer = outerWidth(item);
    if (x > start && x + outer > shelf) {
      x = start;
      y += shelfHeight + gap;
      shelfHeight = 0;
    }
    centers[i] = x + outer / 2;
    tops[i] = y + item.topMargin;
    x += outer + columnGap;
    width = Math.max(width, x - columnGap);
    height = Math.max(height, y + outerHeight(item));
    // The first function may be as high as all shelves to its right.
    if (i > 0 || start === 0) shelfHeight = Math.max(shelfHeight, outerHeight(item));
  });
  return {
    width,
    height,
    rows: 1,
    topMargin: 0,
    bottomMargin: 0,
    sideMargin: 0,
    itemRows: new Int32Array(items.length),
    centers,
    tops,
    rowHeights: Float64Array.from(items, (item) => item.height),
    roofs: tops,
    floors: tops.map((top, i) => top + (items[i]?.height ?? 0)),
    linkLanes: [],
    exitLanes: [],
    entryLanes: [],
  };
}
