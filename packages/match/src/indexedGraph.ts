/**
 * An expression's dataflow graph with each node numbered in the order of a depth-first post-order walk: inputs before
 * users. Users, inputs and dominators are worked out when first asked for. Follows src/relay/ir/indexed_graph.cc.
 */
import { at, childrenOf, type Expr, patternVars, postOrder, present, pushTo, typesWithin, type Var } from "@relayscope/ir";
import { type DominatorTree, dominatorTree } from "./dominators.ts";
import type { EdgeRows } from "./edgeRows.ts";

export interface IndexedGraph {
  readonly root: Expr;
  /** The nodes, inputs before users. An operator or a global is there once, however many objects name it. */
  readonly nodes: readonly Expr[];
  /** A node's index in `nodes`; undefined if the graph lacks it. */
  indexOf(expr: Expr): number | undefined;
  /** The inputs of each node, in order; a let-bound variable uses its value. */
  readonly inputs: EdgeRows;
  /** The users of each node, ordered by their index. */
  readonly users: EdgeRows;
  readonly dominators: DominatorTree;
  /** Places of the calls of each operator, rising. */
  readonly callsByOperator: ReadonlyMap<string, readonly number[]>;
  /** Whether the operator occurs anywhere in the graph, called or not. */
  hasOperator(name: string): boolean;
  /** Functions that an earlier partition made, and all inside them: never roots again. */
  readonly partitionedNodes: ReadonlySet<Expr>;
  /** Nodes that use type definitions: values of such types, constructors, matches, and all that take them. */
  readonly ofDefinedTypes: ReadonlySet<Expr>;
}

/** Numbers the nodes reachable from `root`. Linear in their number. */
export function indexGraph(root: Expr): IndexedGraph {
  const walk = numberNodes(root);
  let edges: { inputs: EdgeRows; users: EdgeRows } | undefined;
  let dominators: DominatorTree | undefined;
  let calls: Map<string, number[]> | undefined;
  let partitioned: Set<Expr> | undefined;
  let defined: Set<Expr> | undefined;
  const getEdges = () => {
    edges ??= buildEdges(walk);
    return edges;
  };
  return {
    root,
    nodes: walk.nodes,
    indexOf: (expr) => walk.places.get(keyOf(expr)),
    get inputs() {
      return getEdges().inputs;
    },
    get users() {
      return getEdges().users;
    },
    get dominators() {
      dominators ??= dominatorTree(getEdges().users, walk.nodes.length);
      return dominators;
    },
    get callsByOperator() {
      calls ??= groupCalls(walk.nodes);
      return calls;
    },
    hasOperator: (name) => walk.places.has(name),
    get partitionedNodes() {
      partitioned ??= findPartitioned(walk.nodes);
      return partitioned;
    },
    get ofDefinedTypes() {
      defined ??= findOfDefinedTypes(walk.nodes);
      return defined;
    },
  };
}

/**
 * Operators and globals are singletons in the reference; here several objects may name one, so their name is the key.
 */
function keyOf(expr: Expr): Expr | string {
  if (expr.kind === "Op") return expr.name;
  return expr.kind === "GlobalVar" ? `@${expr.name}` : expr;
}

interface Walk {
  readonly nodes: Expr[];
  readonly places: Map<Expr | string, number>;
  /** Calls of a let-bound function within its own value. They do not count as uses, so that the graph has no cycle. */
  readonly recursiveCalls: Set<Expr>;
}

interface Frame {
  readonly expr: Expr;
  readonly children: readonly Expr[];
  next: number;
  /** The let-bound variable in force outside of this frame. */
  readonly outerBound: Var | undefined;
}

function numberNodes(root: Expr): Walk {
  const nodes: Expr[] = [];
  const places = new Map<Expr | string, number>();
  const recursiveCalls = new Set<Expr>();
  const frames: Frame[] = [];
  let bound: Var | undefined;
  const finish = (expr: Expr) => {
    places.set(keyOf(expr), nodes.length);
    nodes.push(expr);
    if (expr.kind === "Call" && expr.op === bound) recursiveCalls.add(expr);
  };
  const enter = (expr: Expr) => {
    if (places.has(keyOf(expr)) || expr === bound) return;
    const children = visitOrder(expr);
    if (children.length === 0) finish(expr);
    else frames.push({ expr, children, next: 0, outerBound: bound });
  };
  enter(root);
  while (frames.length > 0) {
    const frame = at(frames, frames.length - 1);
    if (frame.next < frame.children.length) {
      if (frame.expr.kind === "Let") bound = frame.next === 0 ? frame.expr.variable : frame.outerBound;
      enter(at(frame.children, frame.next++));
    } else {
      frames.pop();
      if (!places.has(keyOf(frame.expr))) finish(frame.expr);
    }
  }
  return { nodes, places, recursiveCalls };
}

/** A let's value comes before its variable. */
function visitOrder(expr: Expr): readonly Expr[] {
  return expr.kind === "Let" ? [expr.value, expr.variable, expr.body] : childrenOf(expr);
}

function buildEdges({ nodes, places, recursiveCalls }: Walk): { inputs: EdgeRows; users: EdgeRows } {
  const from: number[] = [];
  const to: number[] = [];
  const add = (used: Expr, user: Expr) => {
    const a = places.get(keyOf(used));
    const b = places.get(keyOf(user));
    if (a === undefined || b === undefined) return;
    from.push(a);
    to.push(b);
  };
  for (const node of nodes) {
    switch (node.kind) {
      case "Call":
        if (!recursiveCalls.has(node)) add(node.op, node);
        for (const arg of node.args) add(arg, node);
        break;
      case "Function":
        add(node.body, node);
        break;
      case "Let":
        add(node.value, node.variable);
        add(node.body, node);
        break;
      case "Match":
        for (const clause of node.clauses) {
          for (const v of patternVars(clause.pattern)) add(node.data, v);
          add(clause.body, node);
        }
        break;
      default:
        for (const child of childrenOf(node)) add(child, node);
    }
  }
  return { inputs: rows(to, from, nodes.length), users: rows(from, to, nodes.length) };
}

/** Rows by `keys[i]` of `values[i]`, keeping the order given. */
function rows(keys: readonly number[], values: readonly number[], count: number): EdgeRows {
  const offsets = new Int32Array(count + 1);
  for (const key of keys) offsets[key + 1] = at(offsets, key + 1) + 1;
  for (let i = 0; i < count; i++) offsets[i + 1] = at(offsets, i + 1) + at(offsets, i);
  const cursor = offsets.slice(0, count);
  const targets = new Int32Array(keys.length);
  for (let i = 0; i < keys.length; i++) {
    const key = present(keys[i]);
    const at = present(cursor[key]);
    targets[at] = present(values[i]);
    cursor[key] = at + 1;
  }
  return { offsets, targets };
}

function groupCalls(nodes: readonly Expr[]): Map<string, number[]> {
  const calls = new Map<string, number[]>();
  nodes.forEach((node, i) => {
    if (node.kind !== "Call" || node.op.kind !== "Op") return;
    pushTo(calls, node.op.name, i);
  });
  return calls;
}

function findPartitioned(nodes: readonly Expr[]): Set<Expr> {
  const found = new Set<Expr>();
  for (const node of nodes) {
    if (node.kind !== "Function" || !node.attrs.has("PartitionedFromPattern")) continue;
    postOrder(
      node,
      (e) => found.add(e),
      (e) => !found.has(e),
    );
  }
  return found;
}

function findOfDefinedTypes(nodes: readonly Expr[]): Set<Expr> {
  const found = new Set<Expr>();
  for (const node of nodes) {
    if (isOfDefinedType(node) || childrenOf(node).some((child) => found.has(child))) found.add(node);
  }
  return found;
}

function isOfDefinedType(node: Expr): boolean {
  if (node.kind !== "Var") return node.kind === "Constructor" || node.kind === "Match";
  const type = node.annotation ?? node.checkedType;
  const types = new Set(type && [type]);
  for (const t of types) {
    if (t.kind === "GlobalTypeVar") return true;
    for (const part of typesWithin(t)) types.add(part);
  }
  return false;
}
