/**
 * Chooses where a block's columns end: at the height that suits the pane's shape, at gaps that few edges cross and that
 * do not cut small frames.
 */
import { at } from "@relayscope/ir";
import type { Bands } from "./bands.ts";
import { channelOf, gutterOf } from "./gutters.ts";

/** By column: its first band; one entry more than columns, the last one the number of bands. */
export type Columns = readonly number[];

/** Frames lower than this share of a column stay whole. */
const keptWhole = 0.6;
/** The part of a column within which the gap with the fewest edges is taken. */
const slack = 0.2;

/**
 * Whether a column of some height may end below a band: not if that cuts a small frame, or a region that fits into a
 * column.
 */
export function canCut({ lowestFrame, lowestRegion }: Bands, band: number, height: number): boolean {
  return at(lowestFrame, band) >= keptWhole * height && at(lowestRegion, band) > height;
}

/** Whether a column ends within a region. */
export function cutsRegion({ lowestRegion, count }: Bands, columns: Columns): boolean {
  return columns.slice(1, -1).some((first) => first > 0 && first < count && at(lowestRegion, first - 1) < Number.POSITIVE_INFINITY);
}

/** Columns that are not higher than `height` where gaps allow it, from a band on. */
export function columnsOf(bands: Bands, height: number, first = 0): Columns {
  const columns = [first];
  let start = first;
  while (start < bands.count) {
    let best = -1;
    let b = start;
    for (; b < bands.count && (b === start || at(bands.bottom, b) - at(bands.top, start) <= height); b++) {
      if (!canCut(bands, b, height)) continue;
      const isLate = at(bands.bottom, b) - at(bands.top, start) >= (1 - slack) * height;
      if (
        best < 0 ||
        !isLate ||
        at(bands.crossing, b) <= at(bands.crossing, best) ||
        at(bands.bottom, best) - at(bands.top, start) < (1 - slack) * height
      )
        best = b;
    }
    if (b >= bands.count) break;
    // If there is no gap within reach, takes the next one a little lower or else cuts through a box.
    for (; best < 0 && b < bands.count && at(bands.bottom, b) - at(bands.top, start) <= 1.5 * height; b++) {
      if (canCut(bands, b, height)) best = b;
    }
    if (best < 0) best = Math.max(start, b - 1);
    start = best + 1;
    if (start < bands.count) columns.push(start);
  }
  const ended = [...columns, bands.count];
  const [last, before] = [ended.length - 2, ended.length - 3];
  // An output alone in a column moves to the end of the previous column if that grows only a little.
  const isMerged =
    before >= 0 && isLeftover(bands, ended) && at(bands.bottom, bands.count - 1) - at(bands.top, at(ended, before)) <= grown * height;
  return isMerged ? ended.toSpliced(last, 1) : ended;
}

/** How much higher than requested a column may be, so that no small rest needs another column. */
const grown = 1.12;

/** If the last column is below this share of the first column's height, it is a leftover. */
const leastColumn = 0.16;

/** Whether the last of several columns holds little more than an output. */
export function isLeftover({ top, bottom }: Bands, columns: Columns): boolean {
  const heightOf = (c: number) => at(bottom, at(columns, c + 1) - 1) - at(top, at(columns, c));
  return columns.length > 2 && heightOf(columns.length - 2) < leastColumn * heightOf(0);
}

/**
 * The heights at which columns end, in ascending order: in the middle of gaps; above or below everything next to empty
 * columns.
 */
export function cutsOf({ count, top, bottom }: Bands, columns: Columns): readonly number[] {
  return columns.slice(1, -1).map((b) => {
    if (b <= 0) return Number.NEGATIVE_INFINITY;
    return b >= count ? Number.POSITIVE_INFINITY : (at(bottom, b - 1) + at(top, b)) / 2;
  });
}

/** How much higher than the others the last column may be before further columns are added. */
const longest = 1.3;

/**
 * Columns that end where those of an earlier picture did, or at the next gap next to a region that fits into a column.
 * `earlier` is the earlier column of each band, -1 for none. New bands continue in further columns.
 */
export function columnsAlong(bands: Bands, count: number, earlier: Int32Array): Columns {
  const columns = [0];
  for (let b = 0, c = 1; c < count; c++) {
    while (b < bands.count && at(earlier, b) < c) b++;
    columns.push(b);
  }
  const heightOf = (c: number) => {
    const [first, end] = [at(columns, c), columns[c + 1] ?? bands.count];
    return end > first ? at(bands.bottom, end - 1) - at(bands.top, first) : 0;
  };
  let highest = 0;
  for (let c = 0; c < count; c++) if (c + 1 < count || count === 1) highest = Math.max(highest, heightOf(c));
  for (let c = 1; c < count; c++) columns[c] = besideRegions(bands, Math.max(at(columns, c), at(columns, c - 1)), highest);
  const last = at(columns, columns.length - 1);
  const isLong = last < bands.count && count > 1 && heightOf(count - 1) > longest * highest;
  return isLong ? [...columns.slice(0, -1), ...columnsOf(bands, highest, last)] : [...columns, bands.count];
}

/**
 * The band nearest to `first` above which a column may end: not within a region that a column of this height can hold.
 */
function besideRegions({ lowestRegion, count }: Bands, first: number, height: number): number {
  const isFree = (b: number) => b <= 0 || b >= count || at(lowestRegion, b - 1) > height;
  for (let step = 0; step < furthest; step++) {
    if (first - step > 0 && isFree(first - step)) return first - step;
    if (first + step < count && isFree(first + step)) return first + step;
  }
  return first;
}

/** The most bands by which an end is moved. */
const furthest = 12;

/** Width and height that columns take, at most. */
export function extentOf(bands: Bands, columns: Columns): readonly [number, number] {
  let width = 0;
  let height = 0;
  let tracks = 0;
  for (let c = 0; c + 1 < columns.length; c++) {
    const [first, end] = [at(columns, c), at(columns, c + 1)];
    if (first === end) continue;
    let [left, right] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (let b = first; b < end; b++) {
      left = Math.min(left, at(bands.left, b));
      right = Math.max(right, at(bands.right, b));
    }
    const crossing = end < bands.count ? at(bands.tracks, end - 1) : 0;
    tracks = Math.max(tracks, crossing);
    width += right - left + (end < bands.count ? gutterOf(crossing) : 0);
    height = Math.max(height, at(bands.bottom, end - 1) - at(bands.top, first));
  }
  return [width, height + (columns.length > 2 ? 2 * channelOf(tracks) : 0)];
}
