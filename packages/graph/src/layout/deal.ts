/**
 * Splits rows that are too wide, as text breaks into lines. Connected items stay together. Each piece is placed to the
 * right of the previous one or, if there is no room left, below that whole line.
 */
import { goesDown, inOrder, linksOf, type Piece, pieceOf, piecesOf, piecesWithWidths, widthOfRows } from "./pieces.ts";
import { type RowItem, roomBetween } from "./rows.ts";

/** An item with at least this many links is placed between the pieces that it joins. */
const manyLinks = 6;

/**
 * Assigns rows again so that none is wider than `widest`. Chips get no row: they are placed above their consumers.
 * Undefined if no row is too wide.
 */
export function dealWide(items: readonly RowItem[], widths: readonly number[], widest: number): readonly number[] | undefined {
  const widthOf = new Map(items.map((item, i) => [item, widths[i] ?? 0]));
  const heavy = items.filter((item) => !item.isLight);
  if (widthOfRows(heavy, widthOf) <= widest) return undefined;
  const links = linksOf(heavy);
  const joined = piecesOf(heavy, (from, to) => links.below(from) < manyLinks && links.above(to) < manyLinks);
  const whole = piecesWithWidths(joined, items, widthOf);
  // A connected part that is too wide by itself is split line by line.
  const parts = whole.flatMap((piece) =>
    piece.width <= widest
      ? [piece]
      : piecesWithWidths(
          piecesOf(piece.items, (from, to) => links.below(from) === 1 && links.above(to) === 1),
          items,
          widthOf,
        ),
  );
  const ordered = inOrder(parts) ?? inOrder(heavy.map((item) => pieceOf([item], widthOf.get(item) ?? 0)));
  if (!ordered) return undefined;
  const rows = place(ordered, widest);
  return items.map((item) => rows.get(item) ?? 0);
}

/** The first row that an item can have: its chips hang above it. */
function roomForChips({ lightInputs }: RowItem): number {
  return lightInputs > 0 ? 1 : 0;
}

/** Puts pieces that are in order into rows. */
function place(pieces: readonly Piece[], widest: number): ReadonlyMap<RowItem, number> {
  const rows = new Map<RowItem, number>();
  const least = new Map<RowItem, number>();
  const used: number[] = [];
  /** By row: the first row below everything in it. */
  const free: number[] = [];
  for (const { items, top, span, width } of pieces) {
    let row = items.reduce((most, item) => Math.max(most, Math.max(least.get(item) ?? 0, roomForChips(item)) - (item.row - top)), 0);
    const fullRow = () => {
      for (let r = row; r < row + span; r++) if ((used[r] ?? 0) > 0 && (used[r] ?? 0) + width > widest) return r;
      return undefined;
    };
    for (let full = fullRow(); full !== undefined; full = fullRow()) row = free[full] ?? full + 1;
    for (let r = row; r < row + span; r++) {
      used[r] = (used[r] ?? 0) + width;
      free[r] = Math.max(free[r] ?? 0, row + span);
    }
    for (const item of items) {
      const own = row + item.row - top;
      rows.set(item, own);
      for (const to of item.below)
        if (goesDown(item, to)) least.set(to, Math.max(least.get(to) ?? 0, own + item.span + roomBetween(item, to)));
    }
  }
  return rows;
}
