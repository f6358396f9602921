/**
 * Partition: replaces every match of a pattern by a call of a function with its content. Follows PatternPartitioner
 * (src/relay/ir/dataflow_matcher.cc).
 */
import { type AttrValue, at, call, type Expr, type Func, type LineageRecorder, rewriter } from "@relayscope/ir";
import { keepingType } from "./extract.ts";
import { groupMatches, type MatchGroup, type MatchGroups, type RefusedGroup } from "./groups.ts";
import { type IndexedGraph, indexGraph } from "./indexedGraph.ts";
import type { MatchOptions } from "./matcher.ts";
import type { Pattern } from "./pattern.ts";

export interface PartitionOptions extends MatchOptions {
  /** Attributes of the functions made, after `PartitionedFromPattern`. */
  readonly attrs?: ReadonlyMap<string, AttrValue> | undefined;
  /** Called with each group's root, inputs before users. The nodes of a refused group cannot be matched again. */
  readonly check?: ((root: Expr) => boolean) | undefined;
  readonly lineage?: LineageRecorder | undefined;
  /** The expression's graph, if it exists already. */
  readonly graph?: IndexedGraph | undefined;
  /** Types the functions and calls made from the nodes they represent, so that nothing needs to be inferred again. */
  readonly inferNew?: boolean;
  /** Called with each group, in the order of the checks; and with refused ones before. */
  readonly onGroup?: ((group: MatchGroup, accepted: boolean) => void) | undefined;
  readonly onRefused?: ((group: RefusedGroup) => void) | undefined;
}

/**
 * The expression with each match that the check accepts replaced by a call; the same object if there is none. A pattern
 * that is itself a function pattern is skipped, as in the reference. Throws `Failure` where the reference raises.
 */
export function partition(pattern: Pattern, expr: Expr, options: PartitionOptions = {}): Expr {
  if (pattern.kind === "FunctionPattern") return expr;
  const graph = options.graph ?? indexGraph(expr);
  const groups = groupMatches(pattern, graph, {
    operators: options.operators,
    typeOf: options.typeOf,
    keepRefused: options.onRefused !== undefined,
    inferNew: options.inferNew === true,
  });
  if (options.onRefused) for (const refused of groups.refused) options.onRefused(refused);
  return groups.accepted.length === 0 ? expr : replaceGroups(expr, groups, options);
}

function replaceGroups(expr: Expr, groups: MatchGroups, options: PartitionOptions): Expr {
  const rewriting = rewriter({
    post(original, rebuilt) {
      const post = keepingType(original, rebuilt);
      const group = groups.groupAt(original);
      if (!group) return post;
      const accepted = options.check?.(original) ?? true;
      options.onGroup?.(group, accepted);
      return accepted ? callOfGroup(group, (arg) => rewriting.rewritten(arg) ?? arg, options) : post;
    },
    ...(options.lineage ? { lineage: options.lineage } : {}),
  });
  return rewriting.rewrite(expr);
}

function callOfGroup(group: MatchGroup, rewritten: (arg: Expr) => Expr, options: PartitionOptions): Expr {
  const attrs = new Map<string, AttrValue>([["PartitionedFromPattern", group.name], ...(options.attrs ?? [])]);
  const made: Func = { ...group.func, attrs };
  const { lineage } = options;
  if (lineage) {
    lineage.record(made, group.root);
    for (const [original, copy] of group.copies) if (copy !== original) lineage.record(copy, original);
    made.params.forEach((parameter, i) => {
      lineage.record(parameter, at(group.args, i));
    });
  }
  return call(made, group.args.map(rewritten), undefined, { checkedType: options.inferNew ? group.root.checkedType : undefined });
}
