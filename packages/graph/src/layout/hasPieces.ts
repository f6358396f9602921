import type { GraphLayout } from "../drawable.ts";

/** Whether a region of the layout has several pieces, which are to be joined. */
export function hasPieces({ hullOffsets }: GraphLayout): boolean {
  return hullOffsets.some((offset, r) => r > 0 && offset - (hullOffsets[r - 1] ?? 0) > 1);
}
