/** Lays out the items of one group: rows, order, columns, and the lanes of edges that pass rows. Positions are relative to the group's content. */

import { assignColumns } from "./columns.ts";
import type { Entities, Link } from "./entities.ts";
import { heavy, lane, light } from "./entities.ts";
import { orderByHints, orderRows } from "./order.ts";
import { assignRows } from "./rows.ts";
import type { RowMetrics } from "./sizes.ts";

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
  /** By link, exit and entry: its lane, undefined where the ends are in neighboring rows or too far apart. */
  readonly linkLanes: readonly (Lane | undefined)[];
  readonly exitLanes: readonly (Lane | undefined)[];
  readonly entryLanes: readonly (Lane | undefined)[];
}

/** Rows that any edge may pass on a lane of its own, whatever the budget. */
const shortLane = 12;

export function layoutGroup(input: GroupInput): GroupLayout {
  const { items, links, exits, entries, budget, rowMetrics } = input;
  const count = items.length;
  const pairs: number[] = [];
  for (const link of links) pairs.push(link.from, link.to);
  const { row, height } = assignRows({
    count,
    span: Int32Array.from(items, (item) => item.rows),
    links: pairs,
    isLight: Uint8Array.from(items, (item) => (item.isChip ? 1 : 0)),
    rank: items.map((item) => item.rank),
    least: leastRows(items),
  });
  const entities = {
    count,
    itemCount: count,
    top: Array.from(row),
    bottom: items.map((item, i) => (row[i] as number) + item.rows - 1),
    width: items.map((item) => item.width),
    margin: items.map((item) => item.sideMargin),
    isChip: items.map((item) => item.isChip),
    height: Array.from(height),
    hint: items.map((item) => item.hintX),
    rank: items.map((item) => item.rank),
    rowCount: 0,
  };
  for (const bottom of entities.bottom) entities.rowCount = Math.max(entities.rowCount, bottom + 1);
  const down: Link[] = [];
  const addLane = (first: number, last: number, rank: number, hint: number) => {
    const cells = last - first + 1;
    if (cells <= 0) return -1;
    if (cells > shortLane) {
      if (cells > budget.cells) return -1;
      budget.cells -= cells;
    }
    entities.top.push(first);
    entities.bottom.push(last);
    entities.width.push(0);
    entities.margin.push(0);
    entities.isChip.push(false);
    entities.height.push(0);
    entities.hint.push(hint);
    entities.rank.push(rank);
    return entities.count++;
  };
  const rankOf = (item: number) => (items[item] as ItemBox).rank;
  const linkLanes = links.map((link) => {
    const weight = items[link.from]?.isChip ? light : heavy;
    const at = addLane(
      (entities.bottom[link.from] as number) + 1,
      (entities.top[link.to] as number) - 1,
      rankOf(link.from) + 0.5,
      link.hint,
    );
    if (at < 0) {
      down.push({ ...link, weight });
    } else {
      const soft = weight === light ? light : lane;
      down.push({ from: link.from, to: at, weight: soft, fromOffset: link.fromOffset, toOffset: 0, argument: 0 });
      down.push({ from: at, to: link.to, weight: soft, fromOffset: 0, toOffset: link.toOffset, argument: link.argument });
    }
    return at;
  });
  const exitLanes = exits.map(({ item, offset, hint }) => {
    const at = addLane((entities.bottom[item] as number) + 1, entities.rowCount - 1, rankOf(item) + 0.5, hint);
    if (at >= 0) down.push({ from: item, to: at, weight: lane, fromOffset: offset, toOffset: 0, argument: 0 });
    return at;
  });
  const entryLanes = entries.map(({ item, offset, argument, hint }) => {
    const at = addLane(0, (entities.top[item] as number) - 1, rankOf(item) - 0.5, hint);
    if (at >= 0) down.push({ from: at, to: item, weight: lane, fromOffset: 0, toOffset: offset, argument });
    return at;
  });

  const isHinted = mostlyHinted(items);
  const rows = isHinted ? orderByHints(entities, down) : orderRows(entities, down);
  const centers = assignColumns(entities, rows, down, isHinted);
  const { tops: rowTops, heights: rowHeights, topMargin, bottomMargin } = stackRows(items, entities, rowMetrics);
  let width = 0;
  for (let e = 0; e < entities.count; e++) width = Math.max(width, (centers[e] as number) + (entities.width[e] as number) / 2);
  let sideMargin = 0;
  items.forEach((item, i) => {
    const half = item.width / 2 + item.sideMargin;
    sideMargin = Math.max(sideMargin, half - (centers[i] as number), (centers[i] as number) + half - width);
  });
  const laneAt = (e: number): Lane | undefined =>
    e < 0
      ? undefined
      : {
          x: centers[e] as number,
          top: rowTops[entities.top[e] as number] as number,
          bottom: (rowTops[entities.bottom[e] as number] as number) + (rowHeights[entities.bottom[e] as number] as number),
        };
  return {
    width,
    height: entities.rowCount > 0 ? (rowTops[entities.rowCount - 1] as number) + (rowHeights[entities.rowCount - 1] as number) : 0,
    rows: Math.max(1, entities.rowCount),
    topMargin,
    bottomMargin,
    sideMargin,
    itemRows: row,
    centers: centers.slice(0, count),
    tops: Float64Array.from(items, (_, i) => rowTops[entities.top[i] as number] as number),
    rowHeights: Float64Array.from(items, (_, i) => rowHeights[entities.top[i] as number] as number),
    linkLanes: linkLanes.map(laneAt),
    exitLanes: exitLanes.map(laneAt),
    entryLanes: entryLanes.map(laneAt),
  };
}

/** Whether an earlier picture says where nearly all of a group stood, so that this one can follow it. */
function mostlyHinted(items: readonly ItemBox[]): boolean {
  let hinted = 0;
  for (const item of items) if (!Number.isNaN(item.hintX)) hinted++;
  return hinted > 0 && hinted >= items.length * 0.8;
}

/** The rows that items stood in, counted from the group's first; 0 where it is unknown. */
function leastRows(items: readonly ItemBox[]): Int32Array {
  const least = new Int32Array(items.length);
  if (!mostlyHinted(items)) return least;
  let first = Number.POSITIVE_INFINITY;
  for (const item of items) if (!Number.isNaN(item.hintRow)) first = Math.min(first, item.hintRow);
  items.forEach((item, i) => {
    // A chip hangs above its consumers, wherever they stand.
    if (!Number.isNaN(item.hintRow) && !item.isChip) least[i] = Math.round(item.hintRow - first);
  });
  return least;
}

/** Tops of the rows: a row stands below the margins between it and the one above, and far enough down for what ends in it. */
function stackRows(items: readonly ItemBox[], entities: Entities, { height: leastHeight, gap: leastGap }: RowMetrics) {
  const { rowCount, top, bottom } = entities;
  const above = new Float64Array(rowCount + 1);
  const below = new Float64Array(rowCount + 1);
  const endingIn: (number[] | undefined)[] = new Array(rowCount);
  const heights = new Float64Array(rowCount).fill(leastHeight);
  items.forEach((item, i) => {
    const first = top[i] as number;
    const last = bottom[i] as number;
    if (item.rows === 1) heights[first] = Math.max(heights[first] as number, item.height);
    above[first] = Math.max(above[first] as number, item.topMargin);
    below[last] = Math.max(below[last] as number, item.bottomMargin);
    if (item.rows > 1) {
      const list = endingIn[last];
      if (list) list.push(i);
      else endingIn[last] = [i];
    }
  });
  const tops = new Float64Array(rowCount);
  for (let r = 0; r < rowCount; r++) {
    if (r > 0) {
      const gap = Math.max(leastGap, (below[r - 1] as number) + (above[r] as number) + 8);
      tops[r] = (tops[r - 1] as number) + (heights[r - 1] as number) + gap;
    }
    for (const i of endingIn[r] ?? []) {
      const item = items[i] as ItemBox;
      tops[r] = Math.max(tops[r] as number, (tops[top[i] as number] as number) + item.height - (heights[r] as number));
    }
  }
  return { tops, heights, topMargin: above[0] as number, bottomMargin: rowCount > 0 ? (below[rowCount - 1] as number) : 0 };
}
