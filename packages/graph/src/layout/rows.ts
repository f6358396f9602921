/** Rows of a group's items: longest paths from the top, then what hangs free is pulled down to its consumers. */

import { extended } from "./extended.ts";

/** An item as rows see it. */
export interface RowItem {
  /** Rows that it takes. */
  readonly span: number;
  /** Whether it pulls nothing (a chip): an item fed by such alone hangs free. */
  readonly isLight: boolean;
  /** Place in the model, to break a cycle where the model does. */
  readonly rank: number;
  /** What stands below it, once for each link. */
  below: RowItem[];
  /** Its first row: at the start the row that it stands in at least, where it stood in an earlier picture. */
  row: number;
  /** Whether it stood somewhere in an earlier picture, so that it is not pulled down. */
  readonly isHeld: boolean;
  /** Rows from its top down to the end of the longest path from it. */
  height: number;
  /** How many links come from items that pull, and how many from others. */
  heavyInputs: number;
  lightInputs: number;
  /** Links from items that have no place in the order yet. */
  waiting: number;
  /** Place in the order; -1 where it has none yet. */
  place: number;
}

const noItems: RowItem[] = [];

/** An item that no link was told of. */
export function rowItem({ span, isLight, rank, row, isHeld }: Pick<RowItem, "span" | "isLight" | "rank" | "row" | "isHeld">): RowItem {
  return { span, isLight, rank, row, isHeld, below: noItems, height: 0, heavyInputs: 0, lightInputs: 0, waiting: 0, place: -1 };
}

/** Tells two items of a link between them. */
export function linkRows(from: RowItem, to: RowItem): void {
  from.below = extended(from.below, to);
  to.waiting++;
  if (from.isLight) to.lightInputs++;
  else to.heavyInputs++;
}

/** Chips of one consumer from which they are not set beside a box of several rows that stands above it. */
const mostBeside = 3;

/** Below a box of several rows many chips have a row of their own: beside the box they would make the picture wide. */
function roomBetween(above: RowItem, below: RowItem): number {
  return above.span > 1 && below.lightInputs >= mostBeside ? 1 : 0;
}

/** Gives each item its row and height. Links that close a cycle are ignored: their target may stand above their source. */
export function assignRows(items: readonly RowItem[]): void {
  const order = topologicalOrder(items);
  for (const item of order) {
    for (const next of item.below)
      if (next.place > item.place) next.row = Math.max(next.row, item.row + item.span + roomBetween(item, next));
  }
  for (const item of order.reverse()) {
    let below = 0;
    let lowest = Number.POSITIVE_INFINITY;
    for (const next of item.below) {
      if (next.place <= item.place) continue;
      below = Math.max(below, next.height);
      lowest = Math.min(lowest, next.row - roomBetween(item, next));
    }
    item.height = below + item.span;
    if (item.heavyInputs === 0 && !item.isHeld && lowest !== Number.POSITIVE_INFINITY) item.row = Math.max(item.row, lowest - item.span);
  }
}

/**
 * The rows of items that have theirs, dealt out anew so that no row is wider than `widest`: what does not fit goes on in the next row with room.
 * Undefined where nothing is too wide.
 */
export function dealWide(items: readonly RowItem[], widths: readonly number[], widest: number): readonly number[] | undefined {
  const used: number[] = [];
  const take = (row: number, span: number, width: number) => {
    for (let r = row; r < row + span; r++) used[r] = (used[r] ?? 0) + width;
  };
  items.forEach(({ row, span }, i) => {
    take(row, span, widths[i] ?? 0);
  });
  if (!used.some((width) => width > widest)) return undefined;
  used.length = 0;
  const numbers = new Map(items.map((item, i) => [item, i]));
  const rows: number[] = new Array(items.length).fill(0);
  const narrowest = widths.reduce((least, width) => (width > 0 ? Math.min(least, width) : least), widest);
  const hasRoom = (row: number, span: number, width: number) => {
    for (let r = row; r < row + span; r++) if ((used[r] ?? 0) > 0 && (used[r] ?? 0) + width > widest) return false;
    return true;
  };
  let firstFree = 0;
  // In the order of the model, so that what follows from one another stays together.
  for (const item of [...items].sort((a, b) => a.rank - b.rank)) {
    const i = numbers.get(item) ?? 0;
    const width = widths[i] ?? 0;
    let row = rows[i] ?? 0;
    if (width > 0) {
      row = Math.max(row, firstFree);
      while (!hasRoom(row, item.span, width)) row++;
      take(row, item.span, width);
      while ((used[firstFree] ?? 0) + narrowest > widest) firstFree++;
    }
    rows[i] = row;
    for (const next of item.below) {
      const n = numbers.get(next) ?? 0;
      if (next.row > item.row) rows[n] = Math.max(rows[n] ?? 0, row + item.span);
    }
  }
  return rows;
}

/** Items, each behind those it is linked from, and numbered so. Where only a cycle is left it is opened at the first of the model. */
function topologicalOrder(items: readonly RowItem[]): RowItem[] {
  const order: RowItem[] = [];
  const visit = (ready: RowItem[]) => {
    for (const item of ready) {
      if (item.place >= 0) continue;
      item.place = order.length;
      order.push(item);
      for (const next of item.below) {
        next.waiting--;
        if (next.waiting === 0) ready.push(next);
      }
    }
  };
  const byRank = [...items].sort((a, b) => a.rank - b.rank);
  visit(byRank.filter((item) => item.waiting === 0));
  for (const item of byRank) if (item.place < 0) visit([item]);
  return order;
}
