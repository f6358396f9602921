/**
 * The nodes with children below a root, numbered in visiting order, with the children of each by number. Repeated walks
 * over a graph work on numbers, without a look-up per edge. Variables, constants and operators have the number -1.
 */
import { present } from "./at.ts";
import type { Expr } from "./expressions.ts";
import type { LineageRecorder } from "./lineage.ts";
import { callOver, withChildren } from "./rewrite.ts";
import { childAt, isLeaf, listedChildren } from "./traverse.ts";

/** Called with nodes by number: before the children of a node are visited, and after them. */
export interface NumberedVisitor {
  enter(node: number): void;
  leave(node: number): void;
}

export class NumberedNodes {
  /** The nodes by number; that of the first root is 0. */
  readonly nodes: Expr[] = [];
  /** The numbers in the order in which nodes were left: children first. */
  readonly order: number[] = [];
  /** The children of all nodes, in the order of `childrenOf`. */
  readonly edges: number[] = [];
  /** By number, where a node's children begin in `edges`. */
  readonly firstEdge: number[] = [];
  private readonly numbers = new Map<Expr, number>();

  /** A node's number; -1 if it has none. */
  numberOf(expr: Expr): number {
    return this.numbers.get(expr) ?? -1;
  }

  /** Where a node's children end in `edges`. */
  edgesEnd(node: number): number {
    return this.firstEdge[node + 1] ?? this.edges.length;
  }

  /** The number of a call's first argument; -1 if the argument has none. */
  firstArgument(call: number): number {
    const edge = present(this.firstEdge[call]) + 1;
    return edge < this.edgesEnd(call) ? present(this.edges[edge]) : -1;
  }

  /** Numbers the nodes reachable from `root`, in the order of `postOrder`; skips numbered ones. */
  visit(root: Expr, visitor?: NumberedVisitor): void {
    const { nodes, edges, firstEdge, numbers } = this;
    if (isLeaf(root) || numbers.has(root)) return;
    const stack: number[] = [];
    const lists: (readonly Expr[] | undefined)[] = [];
    const next: number[] = [];
    const push = (expr: Expr): number => {
      const number = nodes.length;
      const list = listedChildren(expr);
      numbers.set(expr, number);
      nodes.push(expr);
      firstEdge.push(edges.length);
      const count = list
        ? list.length
        : expr.kind === "Call"
          ? expr.args.length + 1
          : expr.kind === "Function"
            ? expr.params.length + 1
            : 0;
      for (let i = 0; i < count; i++) edges.push(-1);
      stack.push(number);
      lists.push(list);
      next.push(0);
      visitor?.enter(number);
      return number;
    };
    push(root);
    while (stack.length > 0) {
      const top = stack.length - 1;
      const number = present(stack[top]);
      const list = lists[top];
      const at = present(next[top]);
      const child = list ? list[at] : childAt(present(nodes[number]), at);
      if (child) {
        next[top] = at + 1;
        if (!isLeaf(child)) edges[present(firstEdge[number]) + at] = numbers.get(child) ?? push(child);
      } else {
        stack.pop();
        lists.pop();
        next.pop();
        this.order.push(number);
        visitor?.leave(number);
      }
    }
  }

  /**
   * The replacement of each node, by number. `post` returns the replacement of a node, given the node over its
   * rewritten children. Like `rewrite` with leaves kept; `lineage` records every new node.
   */
  rewritten(post: (original: Expr, rebuilt: Expr, number: number) => Expr, lineage: LineageRecorder): readonly Expr[] {
    const became = this.nodes.slice();
    for (const number of this.order) {
      const node = present(this.nodes[number]);
      const result = post(node, this.rebuilt(number, became), number);
      if (result === node) continue;
      became[number] = result;
      if (this.numbers.has(result)) lineage.record(result, result, node);
      else lineage.record(result, node);
    }
    return became;
  }

  /** A node over its rewritten children; the same object if none changed. */
  private rebuilt(node: number, became: readonly Expr[]): Expr {
    const expr = present(this.nodes[node]);
    const { edges, nodes } = this;
    const first = present(this.firstEdge[node]);
    const end = this.edgesEnd(node);
    for (let i = first; i < end; i++) {
      const child = present(edges[i]);
      if (child < 0 || became[child] === nodes[child]) continue;
      if (expr.kind !== "Call") return withChildren(expr, (c) => became[this.numberOf(c)] ?? c);
      const at = (edge: number, before: Expr) => became[present(edges[edge])] ?? before;
      return callOver(
        expr,
        at(first, expr.op),
        expr.args.map((arg, i) => at(first + 1 + i, arg)),
      );
    }
    return expr;
  }
}
