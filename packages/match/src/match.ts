/** Whether a pattern matches an expression. Follows MatchPattern (src/relay/ir/dataflow_matcher.cc). */
import type { Expr } from "@relayscope/ir";
import { type IndexedGraph, indexGraph } from "./indexedGraph.ts";
import { type MatchOptions, PatternMatcher } from "./matcher.ts";
import type { Pattern } from "./pattern.ts";

/**
 * Whether `pattern` matches at `expr`. `graph` is the graph that `expr` is in (by default its own); dominator patterns
 * look at its users. Throws `Failure` where the reference raises.
 */
export function matches(pattern: Pattern, expr: Expr, graph?: IndexedGraph, options: MatchOptions = {}): boolean {
  return new PatternMatcher(graph ?? indexGraph(expr), options).match(pattern, expr);
}
