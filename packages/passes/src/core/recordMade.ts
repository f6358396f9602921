/** Records the lineage of several new nodes at once. */
import { type Expr, type LineageRecorder, postOrder } from "@relayscope/ir";

/** Records the given nodes as the origins of all nodes below `made`, down to known ones. Returns `made`. */
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
