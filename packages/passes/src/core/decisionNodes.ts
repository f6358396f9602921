/** Maps the decisions of a later step of a sequence to the nodes that the sequence began with. */
import { assertNever, type Expr, type Lineage } from "@relayscope/ir";
import type { Decision } from "./decisions.ts";

/**
 * Maps a decision about nodes of an intermediate module to the origins of these nodes. A node without an origin stays.
 */
export function throughLineage(decision: Decision, lineage: Lineage): Decision {
  const of = (expr: Expr): Expr => lineage.originsOf(expr)[0] ?? expr;
  switch (decision.kind) {
    case "composite": {
      const moved = { ...decision, root: of(decision.root), nodes: decision.nodes.map(of) };
      return decision.blocker ? { ...moved, blocker: of(decision.blocker) } : moved;
    }
    case "target":
      return { ...decision, node: of(decision.node) };
    case "merge":
      return { ...decision, at: of(decision.at) };
    case "region-id":
      return { ...decision, begin: of(decision.begin) };
    case "constant":
      return { ...decision, constant: of(decision.constant) };
    case "insertion": {
      const moved = { ...decision, for: of(decision.for) };
      return decision.convolution ? { ...moved, convolution: of(decision.convolution) } : moved;
    }
    case "fusion":
      return { ...decision, nodes: decision.nodes.map(of), cutBy: decision.cutBy.map(of) };
    case "region":
    case "prune":
      return { ...decision, nodes: decision.nodes.map(of) };
    default:
      return assertNever(decision);
  }
}
