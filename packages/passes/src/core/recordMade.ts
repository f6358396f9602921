/** Where what a pass made stems from, for several nodes made at once. */
import { type Expr, type LineageRecorder, postOrder } from "@relayscope/ir";

/** Records that all that was made below `made`, down to what is known, stems from some nodes. Answers `made`. */
export function recordMade<T extends Expr>(made: T, known: Iterable<Expr>, lineage: LineageRecorder, ...origins: readonly Expr[]): T {
  const outside = new Set(known);
  postOrder(
    made,
    (e) => {
      if (!outside.has(e) && e.kind !== "Op") lineage.record(e, ...origins);
    },
    (e) => !outside.has(e),
  );
  return made;
}
