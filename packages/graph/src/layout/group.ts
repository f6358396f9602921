/** Lays out the items of one group: rows, order, columns, and the lanes of edges that pass rows. Positions are relative to the group's content. */
import { at } from "../at.ts";
import { assignColumns } from "./columns.ts";
import { type Entity, entity, heavy, type Link, lane, light } from "./entities.ts";
import { extended } from "./extended.ts";
import { orderByHints, orderRows } from "./order.ts";
import { assignRows, linkRows, type RowItem, rowItem } from "./rows.ts";
import type { RowMetrics } from "./sizes.ts";
import { keepBesideWalls } from "./walls.ts";

/** What a group needs to know of an item. */
export interface ItemBox {
  readonly width: number;
  /** Height of the content, without margins. */
  readonly height: number;
  readonly rows: number;
  readonly topMargin: number;
  readonly bottomMargin: number;
  readonly sideMargin: number;
  readonly isChip: boolean;
  readonly rank: number;
  /** Center and row in an earlier picture, in its coordinates; NaN where it was not in it. */
  readonly hintX: number;
  readonly hintRow: number;
}

export interface ItemLink {
  readonly from: number;
  readonly to: number;
  readonly fromOffset: number;
  readonly toOffset: number;
  readonly argument: number;
  /** Where the edge's lane stood in an earlier picture; NaN where it had none. */
  readonly hint: number;
}

export interface GroupInput {
  readonly items: readonly ItemBox[];
  readonly links: readonly ItemLink[];
  /** Edges that leave the group: from which item and port. */
  readonly exits: readonly { readonly item: number; readonly offset: number; readonly hint: number }[];
  /** Edges that enter: to which item and port. */
  readonly entries: readonly { readonly item: number; readonly offset: number; readonly argument: number; readonly hint: number }[];
  readonly rowMetrics: RowMetrics;
  /** How many rows lanes may still take; longer edges than this leaves are drawn without a lane. Counted down. */
  readonly budget: { cells: number };
}

/** A straight piece of an edge beside what it passes. */
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
  /** Where each item's first row begins and its last row ends, with the margins of all that stands in them. */
  readonly roofs: Float64Array;
  readonly floors: Float64Array;
  /** By link, exit and entry: its lane, undefined where the ends are in neighboring rows or too far apart. */
  readonly linkLanes: readonly (Lane | undefined)[];
  readonly exitLanes: readonly (Lane | undefined)[];
  readonly entryLanes: readonly (Lane | undefined)[];
}

/** Rows that any edge may pass on a lane of its own, whatever the budget. */
const shortLane = 12;

export function layoutGroup(input: GroupInput): GroupLayout {
  const { items, rowMetrics } = input;
  const isHinted = mostlyHinted(items);
  const { rowItems, entities, rowCount, lanes, rows } = isHinted ? inHintedRows(input) : inRows(input);
  const centers = assignColumns(entities, rows, lanes.links, isHinted);
  const { tops, heights, above, below } = stackRows(items, entities, rowCount, rowMetrics);
  const width = entities.reduce((most, e) => Math.max(most, at(centers, e.index) + e.width / 2), 0);
  let sideMargin = 0;
  items.forEach((item, i) => {
    const half = item.width / 2 + item.sideMargin;
    sideMargin = Math.max(sideMargin, half - at(centers, i), at(centers, i) + half - width);
  });
  const roofOf = (row: number) => at(tops, row) - at(above, row);
  const floorOf = (row: number) => at(tops, row) + at(heights, row) + at(below, row);
  const laneAt = (e: Entity | undefined): Lane | undefined =>
    e && { x: at(centers, e.index), top: roofOf(e.top), bottom: floorOf(e.bottom) };
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
    linkLanes: lanes.ofLinks.map(laneAt),
    exitLanes: lanes.ofExits.map(laneAt),
    entryLanes: lanes.ofEntries.map(laneAt),
  };
}

/** What stands in the rows of a group, in order. */
interface InRows {
  readonly rowItems: readonly RowItem[];
  readonly entities: readonly Entity[];
  readonly rowCount: number;
  readonly lanes: Lanes;
  readonly rows: readonly (readonly Entity[])[];
}

/** How often items begin lower because an edge to them would pass behind another. */
const mostRounds = 8;

function inRows(input: GroupInput): InRows {
  const { items, links, budget } = input;
  const least = new Map<number, number>();
  const { cells } = budget;
  for (let round = 0; ; round++) {
    budget.cells = cells;
    const rowItems = rowsOf(
      links,
      // What is high stays, or it would come down beside what has to begin below it.
      items.map((item, i) => rowItemOf(item, least.get(i) ?? 0, round > 0 && item.rows > 1)),
    );
    const parts = partsOf(input, rowItems);
    const rows = orderRows(parts.entities, parts.rowCount);
    const lower = keepBesideWalls(parts.entities, rows);
    if (lower.size === 0 || round === mostRounds) return { ...parts, rows };
    if (round === 0) items.forEach((item, i) => item.rows > 1 && least.set(i, at(rowItems, i).row));
    for (const [item, row] of lower) least.set(item, row);
  }
}

function inHintedRows(input: GroupInput): InRows {
  const { items, links } = input;
  const least = leastRows(items);
  const rowItems = rowsOf(
    links,
    items.map((item, i) => rowItemOf(item, Math.max(0, at(least, i)), at(least, i) >= 0)),
  );
  const parts = partsOf(input, rowItems);
  return { ...parts, rows: orderByHints(parts.entities, parts.lanes.links, parts.rowCount) };
}

function partsOf(input: GroupInput, rowItems: readonly RowItem[]) {
  const entities = input.items.map((item, i) => entityOf(item, i, at(rowItems, i)));
  const rowCount = entities.reduce((most, { bottom }) => Math.max(most, bottom + 1), 0);
  return { rowItems, entities, rowCount, lanes: addLanes(input, entities, rowCount) };
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

/** The links of a group, and the lanes that they take; undefined where the ends are in neighboring rows or too far apart. */
interface Lanes {
  readonly links: readonly Link[];
  readonly ofLinks: readonly (Entity | undefined)[];
  readonly ofExits: readonly (Entity | undefined)[];
  readonly ofEntries: readonly (Entity | undefined)[];
}

/** Links the entities, over lanes where they pass rows. Adds the lanes to the entities. */
function addLanes({ links, exits, entries, budget }: GroupInput, entities: Entity[], rowCount: number): Lanes {
  const made: Link[] = [];
  const add = (link: Link) => {
    made.push(link);
    link.from.down = extended(link.from.down, link);
    link.to.up = extended(link.to.up, link);
  };
  const addLane = (top: number, bottom: number, rank: number, hint: number) => {
    const cells = bottom - top + 1;
    if (cells <= 0) return undefined;
    if (cells > shortLane) {
      if (cells > budget.cells) return undefined;
      budget.cells -= cells;
    }
    const passed = entity(entities.length, { isLane: true, top, bottom, width: 0, margin: 0, isChip: false, height: 0, hint, rank });
    entities.push(passed);
    return passed;
  };
  const ofLinks = links.map(({ hint, ...link }) => {
    const [from, to] = [at(entities, link.from), at(entities, link.to)];
    const weight = from.isChip ? light : heavy;
    const between = addLane(from.bottom + 1, to.top - 1, from.rank + 0.5, hint);
    if (between) {
      const soft = from.isChip ? light : lane;
      add({ from, to: between, weight: soft, fromOffset: link.fromOffset, toOffset: 0, argument: 0 });
      add({ from: between, to, weight: soft, fromOffset: 0, toOffset: link.toOffset, argument: link.argument });
    } else add({ ...link, from, to, weight });
    return between;
  });
  const ofExits = exits.map(({ item, offset, hint }) => {
    const from = at(entities, item);
    const below = addLane(from.bottom + 1, rowCount - 1, from.rank + 0.5, hint);
    if (below) add({ from, to: below, weight: lane, fromOffset: offset, toOffset: 0, argument: 0 });
    return below;
  });
  const ofEntries = entries.map(({ item, offset, argument, hint }) => {
    const to = at(entities, item);
    const above = addLane(0, to.top - 1, to.rank - 0.5, hint);
    if (above) add({ from: above, to, weight: lane, fromOffset: 0, toOffset: offset, argument });
    return above;
  });
  return { links: made, ofLinks, ofExits, ofEntries };
}

/** Whether an earlier picture says where nearly all of a group stood, so that this one can follow it. */
function mostlyHinted(items: readonly ItemBox[]): boolean {
  let hinted = 0;
  for (const item of items) if (!Number.isNaN(item.hintX)) hinted++;
  return hinted > 0 && hinted >= items.length * 0.8;
}

/** The rows that items stood in, counted from the group's first; -1 where it is unknown. */
function leastRows(items: readonly ItemBox[]): Int32Array {
  const least = new Int32Array(items.length).fill(-1);
  let first = Number.POSITIVE_INFINITY;
  for (const item of items) if (!Number.isNaN(item.hintRow)) first = Math.min(first, item.hintRow);
  items.forEach((item, i) => {
    // A chip hangs above its consumers, wherever they stand.
    if (!Number.isNaN(item.hintRow) && !item.isChip) least[i] = Math.round(item.hintRow - first);
  });
  return least;
}

/** Between the margins of two rows, for the edges that run aside there. */
const leastBand = 12;

/** Tops of the rows: a row stands below the margins between it and the one above, and far enough down for what ends in it. */
function stackRows(
  items: readonly ItemBox[],
  entities: readonly Entity[],
  rowCount: number,
  { height: leastHeight, gap: leastGap }: RowMetrics,
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
      const gap = Math.max(leastGap, at(below, r - 1) + at(above, r) + leastBand);
      tops[r] = at(tops, r - 1) + at(heights, r - 1) + gap;
    }
    for (const { item, first } of at(endingIn, r)) tops[r] = Math.max(at(tops, r), at(tops, first) + item.height - at(heights, r));
  }
  return { tops, heights, above, below };
}
