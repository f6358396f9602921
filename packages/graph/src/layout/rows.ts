/**
 * Rows of a group's items: longest paths from the top; then items without anything above are pulled down to their
 * consumers.
 */
import { extended } from "./extended.ts";

/** An item as rows see it. */
export interface RowItem {
  /** Rows that it takes. */
  readonly span: number;
  /** Whether the item pulls no other (a chip). An item with only such inputs is not pulled up. */
  readonly isLight: boolean;
  /** Place in the model, to break a cycle at the same place as the model. */
  readonly rank: number;
  /** The items below it, one for each link. */
  below: RowItem[];
  /** Its first row. Initially its least row, from an earlier picture. */
  row: number;
  /** Whether an earlier picture had it, so that it is not pulled down. */
  readonly isHeld: boolean;
  /** Rows from its top down to the end of the longest path from it. */
  height: number;
  /** How many links come from items that pull, and how many from others. */
  heavyInputs: number;
  lightInputs: number;
  /** Links from items that have no place in the order yet. */
  waiting: number;
  /** Place in the order; -1 if it has none yet. */
  place: number;
}

const noItems: RowItem[] = [];

/** An item without links. */
export function rowItem({ span, isLight, rank, row, isHeld }: Pick<RowItem, "span" | "isLight" | "rank" | "row" | "isHeld">): RowItem {
  return { span, isLight, rank, row, isHeld, below: noItems, height: 0, heavyInputs: 0, lightInputs: 0, waiting: 0, place: -1 };
}

/** Links two items. */
export function linkRows(from: RowItem, to: RowItem): void {
  from.below = extended(from.below, to);
  to.waiting++;
  if (from.isLight) to.lightInputs++;
  else to.heavyInputs++;
}

/** With at least this many chips, a consumer's chips are not put next to a box of several rows above it. */
const mostBeside = 3;

/**
 * The rows to leave free between two items. Many chips below a box of several rows get their own row: next to the box
 * they would make the picture wide.
 */
export function roomBetween(above: RowItem, below: RowItem): number {
  return above.span > 1 && below.lightInputs >= mostBeside ? 1 : 0;
}

/** Gives each item its row and height. Links that close a cycle are ignored: their target may be above their source. */
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
 * Items, each after those that link to it, and numbered in this order. A cycle is opened at its first item in the
 * model.
 */
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
