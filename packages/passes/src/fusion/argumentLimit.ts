/**
 * The limit on a fused function's arguments that some targets have (`max_function_args`).
 * Follows CountArgs_, CountArgsLimit_ and the postponed fusing of src/relay/analysis/graph_partitioner.cc: if an
 * argument's own count is not known yet, fusing into the consumer waits until the sweep reaches that consumer.
 */
import { at, type Expr, present, pushTo, type Type } from "@relayscope/ir";
import type { ForwardGraph } from "./forwardGraph.ts";
import type { Groups } from "./groupSets.ts";

export interface ArgumentLimit {
  /**
   * Whether fusing the node into its consumers would exceed the limit. Remembers a consumer that must be processed
   * first.
   */
  isExceededBy(node: number): boolean;
  /** Whether the node's own function is within the limit. */
  fits(node: number): boolean;
  /** Postpones the node if `isExceededBy` just found a consumer to wait for. Returns whether it did. */
  postpone(node: number): boolean;
  /** The nodes that waited for this one, the last first; they wait no longer. */
  takePostponed(node: number): readonly number[];
}

/**
 * Counts arguments as they are passed to generated code: one each, and with dynamic shapes one per `?` and per stride.
 */
export function argumentLimit(graph: ForwardGraph, groups: Groups, most: number): ArgumentLimit {
  graph.nodes.forEach((e, i) => {
    const own = e.kind === "Call" ? e.args : e.kind === "Tuple" ? e.fields : e.kind === "Var" ? [e] : [];
    for (const arg of own) {
      if (arg.kind !== "Var" && arg.kind !== "TupleGetItem") continue;
      groups.argumentCount[i] = at(groups.argumentCount, i) + 1 + dynamicArguments(arg.checkedType, true);
    }
  });
  const waiting = new Map<number, number[]>();
  let awaited = -1;

  /**
   * The number of arguments of the function rooted at `start`. With `wait`, an argument that is not counted yet is left
   * out and its consumer recorded.
   */
  const count = (start: number, wait: boolean): number => {
    let sum = 0;
    const pending = [start];
    while (pending.length > 0) {
      const node = present(pending.pop());
      const seen = new Set([groups.rootOf(node)]);
      sum += at(groups.argumentCount, node);
      for (const arg of inputsOf(graph.nodes[node])) {
        const at = arg.kind === "Var" ? undefined : graph.indexOf.get(arg);
        if (at === undefined) continue;
        const root = groups.rootOf(at);
        if (seen.has(root)) continue;
        seen.add(root);
        const known = present(groups.argumentCount[root]);
        if (known > 0) sum += known;
        else if (wait) awaited = node;
        else pending.push(at);
      }
    }
    return sum;
  };

  const limitOf = (node: number): number => {
    let outputs = 0;
    for (const consumer of at(graph.consumers, node)) {
      const e = graph.nodes[consumer];
      outputs += 1 + (e?.kind === "Call" ? dynamicArguments(e.checkedType, false) : 0);
    }
    return Math.max(0, most - outputs);
  };

  return {
    isExceededBy(node) {
      awaited = -1;
      const limit = limitOf(node);
      if (limit === 0) return false;
      let needed = 0;
      for (const consumer of at(graph.consumers, node)) needed = Math.max(needed, count(consumer, true));
      return needed > limit;
    },
    fits: (node) => count(node, false) <= limitOf(node),
    postpone(node) {
      if (awaited < 0) return false;
      pushTo(waiting, awaited, node);
      return true;
    },
    takePostponed(node) {
      const list = waiting.get(node) ?? [];
      waiting.delete(node);
      return list.reverse();
    },
  };
}

function inputsOf(e: Expr | undefined): readonly Expr[] {
  return e?.kind === "Call" ? e.args : e?.kind === "Tuple" ? e.fields : [];
}

/** How many arguments a tensor's sizes and, if asked for, its strides are: none where its shape is known. */
export function dynamicArguments(type: Type | undefined, withStrides: boolean): number {
  if (type?.kind !== "TensorType") return 0;
  const unknown = type.shape.filter((d) => d === "?").length;
  return withStrides && unknown > 0 ? unknown + type.shape.length : unknown;
}
