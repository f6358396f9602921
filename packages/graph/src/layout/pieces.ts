/** Pieces of a group: items that are dealt out to rows as one. */
import { pushTo } from "@relayscope/ir";
import type { RowItem } from "./rows.ts";

/** Items that are placed as one, with their rows relative to each other. */
export interface Piece {
  readonly items: readonly RowItem[];
  /** Its first row, and the number of its rows. */
  readonly top: number;
  readonly span: number;
  readonly width: number;
}

/** How wide the widest row of items is. */
export function widthOfRows(items: readonly RowItem[], widthOf: ReadonlyMap<RowItem, number>): number {
  const used: number[] = [];
  let most = 0;
  for (const item of items) {
    for (let r = item.row; r < item.row + item.span; r++) {
      used[r] = (used[r] ?? 0) + (widthOf.get(item) ?? 0);
      most = Math.max(most, used[r] ?? 0);
    }
  }
  return most;
}

/** Whether a link goes down. A link that closes a cycle may go sideways or up. */
export function goesDown(from: RowItem, to: RowItem): boolean {
  return to.row >= from.row + from.span;
}

/** For each item, the number of other items above and below it. */
export function linksOf(items: readonly RowItem[]) {
  const above = new Map<RowItem, number>();
  const below = new Map<RowItem, number>();
  for (const item of items) {
    const targets = new Set(item.below);
    below.set(item, targets.size);
    for (const to of targets) above.set(to, (above.get(to) ?? 0) + 1);
  }
  return { above: (item: RowItem) => above.get(item) ?? 0, below: (item: RowItem) => below.get(item) ?? 0 };
}

/** Items in the groups that links of some kind join them to. */
export function piecesOf(items: readonly RowItem[], joins: (from: RowItem, to: RowItem) => boolean): readonly (readonly RowItem[])[] {
  const heads = new Map<RowItem, RowItem>(items.map((item) => [item, item]));
  const headOf = (item: RowItem) => {
    let head = item;
    for (let next = heads.get(head); next && next !== head; next = heads.get(head)) head = next;
    heads.set(item, head);
    return head;
  };
  for (const from of items) {
    for (const to of from.below) if (heads.has(to) && goesDown(from, to) && joins(from, to)) heads.set(headOf(to), headOf(from));
  }
  const pieces = new Map<RowItem, RowItem[]>();
  for (const item of items) {
    pushTo(pieces, headOf(item), item);
  }
  return [...pieces.values()];
}

/** A piece of items. */
export function pieceOf(items: readonly RowItem[], width: number): Piece {
  const top = items.reduce((least, { row }) => Math.min(least, row), Number.POSITIVE_INFINITY);
  const bottom = items.reduce((most, { row, span }) => Math.max(most, row + span), 0);
  return { items, top, span: bottom - top, width };
}

/**
 * Makes pieces, each as wide as its widest row. A chip with a single consumer counts toward the piece of this consumer.
 */
export function piecesWithWidths(
  pieces: readonly (readonly RowItem[])[],
  all: readonly RowItem[],
  widthOf: ReadonlyMap<RowItem, number>,
): readonly Piece[] {
  const chips = new Map<RowItem, number>();
  for (const chip of all) {
    const [consumer] = chip.below;
    if (chip.isLight && consumer && chip.below.every((to) => to === consumer))
      chips.set(consumer, (chips.get(consumer) ?? 0) + (widthOf.get(chip) ?? 0));
  }
  return pieces.map((items) => {
    const hanging = items.reduce((most, item) => Math.max(most, chips.get(item) ?? 0), 0);
    return pieceOf(items, widthOfRows(items, widthOf) + hanging);
  });
}

/** Pieces in the order of the model, each after those that link to it; undefined if there is a cycle. */
export function inOrder(pieces: readonly Piece[]): readonly Piece[] | undefined {
  const pieceWith = new Map(pieces.flatMap((piece) => piece.items.map((item) => [item, piece] as const)));
  const before = new Map<Piece, Set<Piece>>();
  for (const piece of pieces) {
    for (const from of piece.items) {
      for (const to of from.below) {
        const next = pieceWith.get(to);
        if (!next || next === piece || !goesDown(from, to)) continue;
        const list = before.get(next);
        if (list) list.add(piece);
        else before.set(next, new Set([piece]));
      }
    }
  }
  const rankOf = (piece: Piece) => piece.items.reduce((least, { rank }) => Math.min(least, rank), Number.POSITIVE_INFINITY);
  const byRank = pieces.map((piece) => [rankOf(piece), piece] as const).sort(([a], [b]) => a - b);
  const order = new Set<Piece>();
  const open = new Set<Piece>();
  for (const [, first] of byRank) {
    const stack = [first];
    for (let piece = stack.at(-1); piece; piece = stack.at(-1)) {
      if (order.has(piece)) {
        stack.pop();
        continue;
      }
      const waiting = [...(before.get(piece) ?? [])].filter((p) => !order.has(p));
      if (waiting.length === 0) {
        order.add(piece);
        open.delete(piece);
        stack.pop();
      } else if (open.has(piece)) return undefined;
      else {
        open.add(piece);
        stack.push(...waiting);
      }
    }
  }
  return [...order];
}
