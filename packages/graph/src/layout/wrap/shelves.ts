/** Puts the functions of a module next to each other in shelves, the first at the top left. */
type Size = readonly [width: number, height: number];

export interface Extent {
  readonly width: number;
  readonly height: number;
}

export interface Shelves extends Extent {
  /** By block: its top left corner. */
  readonly places: readonly Size[];
  /** How wide shelves are at most. */
  readonly shelf: number;
}

const gapBetween = 32;
/** Of more blocks one width of shelves is taken, by the pane's shape. */
const mostTried = 48;

/**
 * Blocks of these sizes in shelves of the width at which all of them are largest in a pane; of `known` width if that is
 * given.
 */
export function shelve(sizes: readonly Size[], pane: Extent, known?: number): Shelves {
  const widest = sizes.reduce((most, [width]) => Math.max(most, width), 0);
  const scaleOf = ({ width, height }: Extent) => Math.min(pane.width / width, pane.height / height);
  let best = inShelves(sizes, known ?? firstWidth(sizes, pane));
  if (known !== undefined || sizes.length > mostTried) return best;
  let width = -gapBetween;
  for (const [own] of sizes) {
    width += own + gapBetween;
    if (width < widest) continue;
    const tried = inShelves(sizes, width);
    if (scaleOf(tried) > scaleOf(best)) best = tried;
  }
  return best;
}

function firstWidth(sizes: readonly Size[], pane: Extent): number {
  const area = sizes.reduce((sum, [width, height]) => sum + width * height, 0);
  return Math.max(sizes[0]?.[0] ?? 0, Math.sqrt((area * pane.width) / Math.max(1, pane.height)) * 1.15);
}

function inShelves(sizes: readonly Size[], shelf: number): Shelves {
  let [x, y, shelfHeight, width] = [0, 0, 0, 0];
  const places = sizes.map(([w, h]): Size => {
    if (x > 0 && x + w > shelf + 0.5) {
      x = 0;
      y += shelfHeight + gapBetween;
      shelfHeight = 0;
    }
    const place = [x, y] as const;
    x += w + gapBetween;
    width = Math.max(width, x - gapBetween);
    shelfHeight = Math.max(shelfHeight, h);
    return place;
  });
  return { places, width, height: y + shelfHeight, shelf };
}
