/**
 * Rewriting every match of some patterns until nothing changes. Follows PatternRewriter
 * (src/relay/ir/dataflow_matcher.cc).
 */
import {
  childrenOf,
  type Expr,
  type LineageRecorder,
  postOrderList,
  present,
  rewriter,
  structurallyEqual,
  variable,
  withChildren,
} from "@relayscope/ir";
import { failures } from "./diagnostics.ts";
import { keepingType } from "./extract.ts";
import { groupMatches, type MatchGroup } from "./groups.ts";
import { type IndexedGraph, indexGraph } from "./indexedGraph.ts";
import type { MatchOptions, NodeMap } from "./matcher.ts";
import type { Pattern } from "./pattern.ts";

/** One rewrite: what to match and what to put there. */
export interface PatternCallback {
  readonly pattern: Pattern;
  /**
   * Excludes roots that can't match. For patterns that contain themselves, a match attempt is as deep as the graph.
   * Called at the start of each round.
   */
  readonly mayMatch?: () => (root: Expr) => boolean;
  /**
   * Returns the replacement of `post`, which is the matched root `pre` over rewritten inputs; `post` itself if nothing
   * changes. `nodes` has the nodes of the sub-patterns, also rewritten. Undefined as where a callback of Python returns
   * None: most nodes keep their part then.
   */
  readonly rewrite: (pre: Expr, post: Expr, nodes: NodeMap) => Expr | undefined;
  /** Whether types are inferred before each round: for rewrites that need the types of earlier results. */
  readonly requireType?: boolean;
  /** Whether it stops after the first round that changes anything. */
  readonly rewriteOnce?: boolean;
}

export interface RewritePatternsOptions extends MatchOptions {
  /** Infers the types of an expression; called if a callback needs types. */
  readonly inferTypes?: ((expr: Expr) => Expr) | undefined;
  readonly lineage?: LineageRecorder | undefined;
}

/** The reference stops after this many rounds. */
const roundLimit = 100;

/** Where the reference has null in place of a node. */
const nothing: Expr = variable("null", undefined);

/**
 * Applies each callback in turn, until a whole round leaves the expression structurally equal. The same object if
 * nothing matched. Throws `Failure` if the rewrites do not converge.
 */
export function rewritePatterns(callbacks: readonly PatternCallback[], expr: Expr, options: RewritePatternsOptions = {}): Expr {
  const done = new Set<PatternCallback>();
  let current = expr;
  let graph: IndexedGraph | undefined;
  let rounds = 0;
  for (;;) {
    const last = current;
    for (const callback of callbacks) {
      if (done.has(callback)) continue;
      const before = current;
      if (callback.requireType && options.inferTypes) current = options.inferTypes(current);
      if (graph?.root !== current) graph = indexGraph(current);
      current = rewriteOnce(callback, current, graph, options);
      rounds++;
      if (callback.rewriteOnce && !isEqual(before, current)) done.add(callback);
    }
    // The reference counts rounds before it checks whether the last one changed anything.
    if (rounds >= roundLimit) throw failures.endlessRewrite();
    if (isEqual(last, current)) return current;
  }
}

function isEqual(a: Expr, b: Expr): boolean {
  return a === b || structurallyEqual(a, b, { mapFreeVars: true });
}

function rewriteOnce(callback: PatternCallback, expr: Expr, graph: IndexedGraph, options: RewritePatternsOptions): Expr {
  const groups = groupMatches(callback.pattern, graph, {
    operators: options.operators,
    typeOf: options.typeOf,
    keepNodes: true,
    mayMatch: callback.mayMatch?.(),
  });
  if (groups.accepted.length === 0) return expr;
  const { lineage } = options;
  /** The nodes made in this round. */
  const made = new Set<Expr>();
  let hasNothing = false;
  /** A node that keeps the parts for which there is nothing. Arguments and fields of tuples are null then. */
  const withParts = (original: Expr): Expr =>
    withChildren(original, (child) => {
      const part = rewriting.rewritten(child) ?? child;
      if (part !== nothing) return part;
      return original.kind === "Tuple" || (original.kind === "Call" && original.args.includes(child)) ? part : child;
    });
  const rewriting = rewriter({
    post(original, rebuilt) {
      const isPart = hasNothing && childrenOf(rebuilt).includes(nothing);
      const post = keepingType(original, isPart ? withParts(original) : rebuilt);
      const group = groups.groupAt(original);
      if (lineage) made.add(post);
      if (!group) return post;
      const became = (e: Expr) => (e === original ? post : (rewriting.rewritten(e) ?? e));
      const result = callback.rewrite(original, post, new Map([...group.nodes].map(([p, list]) => [p, list.map(became)])));
      if (!result) {
        hasNothing = true;
        return nothing;
      }
      if (lineage && result !== post)
        recordNew(
          result,
          group,
          (e) => graph.indexOf(e) !== undefined || made.has(e),
          (e) => made.add(e),
          lineage,
        );
      return result;
    },
    ...(lineage ? { lineage } : {}),
  });
  const rewritten = rewriting.rewrite(expr);
  if (hasNothing && postOrderList(rewritten).includes(nothing)) throw failures.nullNode();
  return rewritten;
}

/** The nodes that a callback made come from the nodes of the match. */
function recordNew(
  result: Expr,
  group: MatchGroup,
  isKnown: (e: Expr) => boolean,
  remember: (e: Expr) => void,
  lineage: LineageRecorder,
): void {
  const origins = [...group.copies.keys()].filter((e) => e.kind !== "Op");
  const stack = [result];
  while (stack.length > 0) {
    const node = present(stack.pop());
    if (isKnown(node)) continue;
    remember(node);
    lineage.record(node, ...origins);
    stack.push(...childrenOf(node));
  }
}
