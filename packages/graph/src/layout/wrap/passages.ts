/** Where edges pass from one column on to a later one. */
import { at } from "@relayscope/ir";
import type { GraphLayout } from "../../drawable.ts";
import type { Block } from "./blocks.ts";
import type { ColumnBoxes } from "./columnBoxes.ts";

export interface Passage {
  readonly edge: number;
  /**
   * The edge's last point before the cut, and the first one after it. Between them is only the gap where the columns
   * are cut.
   */
  readonly before: number;
  readonly behind: number;
  readonly from: number;
  readonly to: number;
  /** Where it leaves and enters, in the picture without columns. */
  readonly exit: number;
  readonly entry: number;
  /**
   * The top of the lane on which it comes down to the end of its column: the second point of that lane's turn, or one
   * in an earlier column.
   */
  readonly lane: number | undefined;
}

/** The passages of a block's edges, edge by edge in order. */
export function passagesOf(block: Block, flat: GraphLayout, { columnOf, columns }: ColumnBoxes): readonly Passage[] {
  const passages: Passage[] = [];
  const isUsed = (column: number) => at(columns, column).left <= at(columns, column).right;
  const xOf = (p: number) => at(flat.edgePoints, p * 2);
  const yOf = (p: number) => at(flat.edgePoints, p * 2 + 1);
  for (const edge of block.edges) {
    const [first, end] = [at(flat.edgeOffsets, edge), at(flat.edgeOffsets, edge + 1)];
    for (let p = first; p + 1 < end; p++) {
      const [from, to] = [columnOf(yOf(p)), columnOf(yOf(p + 1))];
      if (to <= from) continue;
      let [before, behind] = [p, p + 1];
      while (before > first && yOf(before) > at(columns, from).last && columnOf(yOf(before - 1)) === from) before--;
      while (behind + 1 < end && yOf(behind) < at(columns, to).first && columnOf(yOf(behind + 1)) === to) behind++;
      const [exit, entry] = [xOf(before), xOf(behind)];
      const top = before > first && xOf(before - 1) === exit ? before - 1 : before;
      const lane = top > first ? top : undefined;
      if (xOf(p) !== xOf(p + 1)) passages.push({ edge, before, behind, from, to, exit, entry, lane });
      else {
        let last = from;
        for (let c = from + 1; c <= to; c++) {
          if (!isUsed(c)) continue;
          const ends = { exit: last === from ? exit : xOf(p), entry: c === to ? entry : xOf(p) };
          passages.push({ edge, before, behind, from: last, to: c, ...ends, lane });
          last = c;
        }
      }
    }
  }
  return passages;
}
