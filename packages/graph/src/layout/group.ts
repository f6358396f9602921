/**
 * Lays out the items of one group: rows, order, columns, and the lanes of edges that pass rows. Positions are relative
 * to the group's content.
 */
import { at } from "@relayscope/ir";
import { assignColumns, type Following } from "./columns.ts";
import { dealWide } from "./deal.ts";
import { type Entity, entity } from "./entities.ts";
import { furtherTracks } from "./furtherTracks.ts";
import type { GroupInput, ItemBox, ItemLink } from "./groupInput.ts";
import { addLanes, type Lanes, type Passed } from "./lanes.ts";
import { orderByHints, orderRows } from "./order.ts";
import { assignRows, linkRows, type RowItem, rowItem } from "./rows.ts";
import { chipGap, columnGap, laneGap, type RowMetrics } from "./sizes.ts";
import { keepBesideWalls } from "./walls.ts";

/** A straight piece of an edge next to the rows that it passes. */
export interface Lane {
  readonly x: number;
  readonly top: number;
  readonly bottom: number;
}

export interface GroupLayout {
  readonly width: number;
  readonly height: number;
  readonly rows: number;
  readonly topMargin: number;
  readonly bottomMargin: number;
  /** How far boxes at the left and right edge reach beyond the content. */
  readonly sideMargin: number;
  /** First row of each item. */
  readonly itemRows: Int32Array;
  /** Centers and tops of the items. */
  readonly centers: Float64Array;
  readonly tops: Float64Array;
  /** Height of the first row of each item. */
  readonly rowHeights: Float64Array;
  /** Where each item's first row begins and its last row ends, including the margins of its content. */
  readonly roofs: Float64Array;
  readonly floors: Float64Array;
  /** By link: its lanes from top to bottom. */
  readonly linkLanes: readonly (readonly Lane[])[];
  /** By exit and entry: its lane; undefined if the ends are in neighboring rows or too far apart. */
  readonly exitLanes: readonly (Lane | undefined)[];
  readonly entryLanes: readonly (Lane | undefined)[];
}

export function layoutGroup(input: GroupInput): GroupLayout {
  const { items, rowMetrics } = input;
  const { rowItems, entities, rowCount, lanes, rows, following } = mostlyHinted(items) ? inHintedRows(input) : inRows(input);
  const centers = assignColumns(entities, rows, lanes.links, following);
  const further = rowMetrics.track > 0 ? furtherTracks(items, lanes.links, centers, rowCount) : new Int32Array(rowCount);
  const { tops, heights, above, below } = stackRows(items, entities, rowCount, rowMetrics, (row) => at(further, row));
  const width = entities.reduce((most, e) => Math.max(most, at(centers, e.index) + e.width / 2), 0);
  let sideMargin = 0;
  items.forEach((item, i) => {
    const half = item.width / 2 + item.sideMargin;
    sideMargin = Math.max(sideMargin, half - at(centers, i), at(centers, i) + half - width);
  });
  const roofOf = (row: number) => at(tops, row) - at(above, row);
  const floorOf = (row: number) => at(tops, row) + at(heights, row) + at(below, row);
  const laneAt = ({ on, top, bottom }: Passed): Lane => ({ x: at(centers, on.index), top: roofOf(top), bottom: floorOf(bottom) });
  return {
    width,
    height: rowCount > 0 ? at(tops, rowCount - 1) + at(heights, rowCount - 1) : 0,
    rows: Math.max(1, rowCount),
    topMargin: at(above, 0),
    bottomMargin: rowCount > 0 ? at(below, rowCount - 1) : 0,
    sideMargin,
    itemRows: Int32Array.from(rowItems, ({ row }) => row),
    centers: centers.slice(0, items.length),
    tops: Float64Array.from(rowItems, ({ row }) => at(tops, row)),
    rowHeights: Float64Array.from(rowItems, ({ row }) => at(heights, row)),
    roofs: Float64Array.from(rowItems, ({ row }) => roofOf(row)),
    floors: Float64Array.from(rowItems, ({ row, span }) => floorOf(row + span - 1)),
    linkLanes: lanes.ofLinks.map((passed) => passed.map(laneAt)),
    exitLanes: lanes.ofExits.map((passed) => passed && laneAt(passed)),
    entryLanes: lanes.ofEntries.map((passed) => passed && laneAt(passed)),
  };
}

/** The content of a group's rows, in order. */
interface InRows {
  readonly rowItems: readonly RowItem[];
  readonly entities: readonly Entity[];
  readonly rowCount: number;
  readonly lanes: Lanes;
  readonly rows: readonly (readonly Entity[])[];
  readonly following: Following;
}

/** How often items may move down because an edge to them would pass under another item. */
const mostRounds = 8;

function inRows(input: GroupInput): InRows {
  const { items, links, budget } = input;
  const least = new Map<number, number>();
  const free = rowsOf(
    links,
    items.map((item) => rowItemOf(item, 0, false)),
  );
  const dealt = canBeDealt(input) ? dealWide(free, items.map(widthInRow), input.widest) : undefined;
  dealt?.forEach((row, i) => {
    if (!at(items, i).isChip) least.set(i, row);
  });
  const whole = { ...budget };
  for (let round = 0; ; round++) {
    Object.assign(budget, whole);
    const isHeld = (item: ItemBox) => !item.isChip && (dealt !== undefined || (round > 0 && item.rows > 1));
    const rowItems =
      least.size === 0
        ? free
        : rowsOf(
            links,
            // High items keep their rows. Otherwise, they would move down next to items that have to begin below them.
            items.map((item, i) => rowItemOf(item, least.get(i) ?? 0, isHeld(item))),
          );
    const parts = partsOf(input, rowItems, dealt !== undefined);
    const rows = toSides(orderRows(parts.entities, parts.rowCount), parts.lanes);
    const lower = keepBesideWalls(parts.entities, rows);
    if (lower.size === 0 || round === mostRounds) return { ...parts, rows, following: dealt ? "border" : "links" };
    if (round === 0)
      items.forEach((item, i) => {
        if (item.rows > 1) least.set(i, at(rowItems, i).row);
      });
    for (const [item, row] of lower) least.set(item, row);
  }
}

/** The rows with lanes of many edges at their ends. */
function toSides(rows: Entity[][], { atLeft, atRight }: Lanes): Entity[][] {
  if (atLeft.size + atRight.size === 0) return rows;
  return rows.map((row) => [
    ...row.filter((e) => atLeft.has(e)),
    ...row.filter((e) => !atLeft.has(e) && !atRight.has(e)),
    ...row.filter((e) => atRight.has(e)),
  ]);
}

function inHintedRows(input: GroupInput): InRows {
  const { items, links, widest } = input;
  const least = leastRows(items);
  const isDealt =
    widest !== Number.POSITIVE_INFINITY &&
    canBeDealt(input) &&
    dealWide(
      rowsOf(
        links,
        items.map((item) => rowItemOf(item, 0, false)),
      ),
      items.map(widthInRow),
      widest,
    ) !== undefined;
  const rowItems = rowsOf(
    links,
    items.map((item, i) => rowItemOf(item, Math.max(0, at(least, i)), at(least, i) >= 0)),
  );
  const parts = partsOf(input, rowItems, isDealt);
  const rows = orderByHints(parts.entities, parts.lanes.links, parts.rowCount);
  return { ...parts, rows: isDealt ? toSides(rows, parts.lanes) : rows, following: "earlier" };
}

/**
 * Whether rows that are too wide may be split: not if many edges cross the group's boundary, each on a lane past all
 * rows, which takes more room than is gained.
 */
function canBeDealt({ exits, entries, widest }: GroupInput): boolean {
  return (exits.length + entries.length) * laneGap < widest / 4;
}

/** The width that an item takes in its rows. */
function widthInRow({ width, sideMargin, isChip }: ItemBox): number {
  return width + 2 * sideMargin + (isChip ? chipGap : columnGap);
}

function partsOf(input: GroupInput, rowItems: readonly RowItem[], isDealt: boolean) {
  const entities = input.items.map((item, i) => entityOf(item, i, at(rowItems, i)));
  const rowCount = entities.reduce((most, { bottom }) => Math.max(most, bottom + 1), 0);
  return { rowItems, entities, rowCount, lanes: addLanes(input, entities, rowCount, isDealt) };
}

function rowItemOf({ rows, isChip, rank }: ItemBox, row: number, isHeld: boolean): RowItem {
  return rowItem({ span: rows, isLight: isChip, rank, row, isHeld });
}

/** The items with their rows. */
function rowsOf(links: readonly ItemLink[], rowItems: readonly RowItem[]): readonly RowItem[] {
  for (const { from, to } of links) linkRows(at(rowItems, from), at(rowItems, to));
  assignRows(rowItems);
  return rowItems;
}

function entityOf({ width, sideMargin, isChip, hintX, rank }: ItemBox, index: number, { row, span, height }: RowItem): Entity {
  return entity(index, {
    isLane: false,
    top: row,
    bottom: row + span - 1,
    width,
    margin: sideMargin,
    isChip,
    height,
    hint: hintX,
    rank,
  });
}

/** Whether nearly all items of a group have a place in an earlier picture, so that this one can follow it. */
function mostlyHinted(items: readonly ItemBox[]): boolean {
  let hinted = 0;
  for (const item of items) if (!Number.isNaN(item.hintX)) hinted++;
  return hinted > 0 && hinted >= items.length * 0.8;
}

/** The earlier rows of items, counted from the group's first; -1 if unknown. */
function leastRows(items: readonly ItemBox[]): Int32Array {
  const least = new Int32Array(items.length).fill(-1);
  let first = Number.POSITIVE_INFINITY;
  for (const item of items) if (!Number.isNaN(item.hintRow)) first = Math.min(first, item.hintRow);
  items.forEach((item, i) => {
    // A chip is above its consumers, wherever they are.
    if (!Number.isNaN(item.hintRow) && !item.isChip) least[i] = Math.round(item.hintRow - first);
  });
  return least;
}

/** Between the margins of two rows, for the edges that run aside there. */
const leastBand = 12;

/**
 * Tops of the rows: a row is below the margins between it and the one above, and far enough down for what ends in it.
 */
function stackRows(
  items: readonly ItemBox[],
  entities: readonly Entity[],
  rowCount: number,
  { height: leastHeight, gap: leastGap, track }: RowMetrics,
  furtherAbove: (row: number) => number,
) {
  const above = new Float64Array(rowCount + 1);
  const below = new Float64Array(rowCount + 1);
  const endingIn: { readonly item: ItemBox; readonly first: number }[][] = Array.from({ length: rowCount }, () => []);
  const heights = new Float64Array(rowCount).fill(leastHeight);
  items.forEach((item, i) => {
    const { top: first, bottom: last } = at(entities, i);
    if (item.rows === 1) heights[first] = Math.max(at(heights, first), item.height);
    above[first] = Math.max(at(above, first), item.topMargin);
    below[last] = Math.max(at(below, last), item.bottomMargin);
    if (item.rows > 1) at(endingIn, last).push({ item, first });
  });
  const tops = new Float64Array(rowCount);
  for (let r = 0; r < rowCount; r++) {
    if (r > 0) {
      const gap = Math.max(leastGap, at(below, r - 1) + at(above, r) + leastBand) + track * furtherAbove(r);
      tops[r] = at(tops, r - 1) + at(heights, r - 1) + gap;
    }
    for (const { item, first } of at(endingIn, r)) tops[r] = Math.max(at(tops, r), at(tops, first) + item.height - at(heights, r));
  }
  return { tops, heights, above, below };
}
