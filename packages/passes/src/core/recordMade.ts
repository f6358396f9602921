/** Records the lineage of several new nodes at once. */
import { type Expr, type Lineage, type LineageRecorder, postOrder } from "@relayscope/ir";

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

/** Records the origins of all nodes below `root` that another lineage has. */
export function recordThrough(root: Expr, { originsOf }: Lineage, lineage: LineageRecorder): void {
  postOrder(root, (e) => {
    const origins = originsOf(e);
    if (origins.length !== 1 || origins[0] !== e) lineage.record(e, ...origins);
  });
}
