/** A picture in columns that another picture follows, and how their nodes correspond. */
import type { DrawableGraph, DrawableNode, GraphLayout } from "../../drawable.ts";

export interface PlacedGraph {
  readonly graph: DrawableGraph;
  readonly layout: GraphLayout;
  /** By node: its column. */
  readonly columns: Int32Array;
}

/** By node of the second picture: the node of the first one that represents the same, -1 for none. */
export function twinsOf(before: DrawableGraph, after: DrawableGraph): Int32Array {
  const places = new Map(before.nodes.map((node, i) => [nameOf(node), i]));
  return Int32Array.from(after.nodes, (node) => places.get(nameOf(node)) ?? -1);
}

/** Cards with the same calls are the same; other nodes are identified by their ids. */
function nameOf({ summary, kind, id }: DrawableNode): string {
  return summary && summary.members.length > 0 ? summary.members.toSorted((a, b) => a - b).join() : `${kind} ${id}`;
}
