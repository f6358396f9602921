/**
 * Grouping: the matches of a pattern in a graph that can each become one function. Roots are tried from last to first.
 * A group is refused if it overlaps an earlier one, or if an outside use of an inner node would make a cycle. Follows
 * PatternGrouper and MatchExtractor (src/relay/ir/dataflow_matcher.cc).
 */
import { at, type Expr, type Func, func, funcType, postOrder, type Type, type Var, variable } from "@relayscope/ir";
import { failures } from "./diagnostics.ts";
import { extract } from "./extract.ts";
import type { IndexedGraph } from "./indexedGraph.ts";
import { isSameNode, type MatchOptions, type NodeMap, PatternMatcher } from "./matcher.ts";
import type { Pattern } from "./pattern.ts";
import { patternNeeds, patternNodes } from "./patternGraph.ts";

/** A match that can become one function. */
export interface MatchGroup {
  /** From 1, in the order in which groups were accepted. */
  readonly id: number;
  readonly root: Expr;
  /** The node that each sub-pattern matched; empty unless requested. */
  readonly nodes: NodeMap;
  /** The operators inside, in order: `nn.conv2d_nn.relu_`. */
  readonly name: string;
  /** The match's body over fresh parameters; without attributes. */
  readonly func: Func;
  /** The arguments for the parameters. */
  readonly args: readonly Expr[];
  /** From the nodes inside to their copies in the function's body. */
  readonly copies: ReadonlyMap<Expr, Expr>;
}

/** A match that can't become a function, and the node that prevents it. */
export interface RefusedGroup {
  readonly root: Expr;
  readonly outcome: "overlap" | "outside-user";
  readonly blocker: Expr;
  readonly nodes: readonly Expr[];
}

export interface MatchGroups {
  readonly accepted: readonly MatchGroup[];
  /** Filled only on request. */
  readonly refused: readonly RefusedGroup[];
  /** The group whose root a node is; undefined for none. */
  groupAt(root: Expr): MatchGroup | undefined;
}

export interface GroupOptions extends MatchOptions {
  /** Whether refused groups are wanted. */
  readonly keepRefused?: boolean;
  /** Whether groups record the nodes that each sub-pattern matched. */
  readonly keepNodes?: boolean;
  /** Whether a root is worth trying; by default all are. */
  readonly mayMatch?: ((root: Expr) => boolean) | undefined;
  /** Whether functions and parameters get the types that inference would give them. */
  readonly inferNew?: boolean;
}

/**
 * The groups of a pattern in a graph. Near-linear: only roots that call one of the pattern's root operators are tried.
 */
export function groupMatches(pattern: Pattern, graph: IndexedGraph, options: GroupOptions = {}): MatchGroups {
  return new Grouper(pattern, graph, options).run();
}

const noNodes: NodeMap = new Map();

class Grouper {
  private readonly accepted: MatchGroup[] = [];
  private readonly refused: RefusedGroup[] = [];
  /** The group each place is in; 0 for none. */
  private readonly groupOf: Int32Array;
  private readonly matcher: PatternMatcher;
  private readonly patternNodes: readonly Pattern[];
  private readonly keepsRefused: boolean;
  private readonly keepsNodes: boolean;
  private readonly infersNew: boolean;
  private readonly mayMatch: GroupOptions["mayMatch"];
  /** The number of groups tried, including refused ones. The parameters' names contain it. */
  private tried = 0;

  constructor(
    private readonly pattern: Pattern,
    private readonly graph: IndexedGraph,
    options: GroupOptions,
  ) {
    this.keepsRefused = options.keepRefused === true;
    this.keepsNodes = options.keepNodes === true;
    this.infersNew = options.inferNew === true;
    this.mayMatch = options.mayMatch;
    this.matcher = new PatternMatcher(graph, options);
    this.groupOf = new Int32Array(graph.nodes.length);
    this.patternNodes = patternNodes(pattern);
  }

  run(): MatchGroups {
    const { accepted, refused } = this;
    if (this.patternNodes.some((p) => p.kind === "WildcardPattern" && p.isNone)) throw failures.nonePattern();
    const result: MatchGroups = { accepted, refused, groupAt: (root) => this.groupAt(root) };
    const roots = possibleRoots(this.pattern, this.graph);
    if (roots.length === 0) return result;
    const partitioned = this.graph.partitionedNodes;
    for (let k = roots.length - 1; k >= 0; k--) {
      const place = at(roots, k);
      const root = at(this.graph.nodes, place);
      if (this.groupOf[place] !== 0 || partitioned.has(root) || this.mayMatch?.(root) === false) continue;
      if (this.matcher.match(this.pattern, root)) this.tryGroup(root, place);
    }
    return result;
  }

  /**
   * The group with this root. A group in which the node is only an argument does not count, since it replaces nothing
   * there.
   */
  private groupAt(root: Expr): MatchGroup | undefined {
    const place = this.graph.indexOf(root);
    const group = place === undefined ? undefined : this.accepted[at(this.groupOf, place) - 1];
    return group && isSameNode(group.root, root) ? group : undefined;
  }

  private tryGroup(root: Expr, place: number): void {
    const met = this.matcher.nodeMap;
    const inputs = this.inputsOf(met);
    const parameters = new Map<Expr, Var>();
    let count = 0;
    for (const input of inputs) {
      const type = this.infersNew ? input.checkedType : undefined;
      parameters.set(input, variable(`FunctionVar_${this.tried}_${count++}`, type, { checkedType: type }));
    }
    this.tried++;
    const { body, copies, name } = extract(root, parameters);
    const obstacle = this.obstacle(copies, body, place);
    if (obstacle) {
      if (this.keepsRefused) this.refused.push({ root, ...obstacle, nodes: [...copies.keys()] });
      return;
    }
    const id = this.accepted.length + 1;
    for (const node of copies.keys()) {
      const at = this.graph.indexOf(node);
      if (at !== undefined) this.groupOf[at] = id;
    }
    const group: MatchGroup = {
      id,
      root,
      nodes: this.keepsNodes ? new Map(met) : noNodes,
      name,
      func: functionOver([...parameters.values()], body, this.infersNew),
      args: inputs,
      copies,
    };
    this.accepted.push(group);
  }

  /** The nodes that the pattern's leaves matched, in the order of the leaves: the arguments of the function. */
  private inputsOf(met: NodeMap): Expr[] {
    const inner = this.fuzzyNodes(met);
    const inputs = new Set<Expr>();
    const add = (input: Expr, leaf: Pattern) => {
      if (input.kind === "Op" || input.kind === "Function" || inner.has(input) || isEmbedded(input, leaf)) return;
      inputs.add(input);
    };
    for (const pattern of this.patternNodes) {
      const nodes = met.get(pattern);
      if (!nodes) continue;
      if (pattern.kind === "TuplePattern" && pattern.fields === null) {
        for (const node of nodes) if (node.kind === "Tuple") for (const field of node.fields) add(field, pattern);
      } else if (pattern.kind === "CallPattern" && pattern.args === null) {
        for (const node of nodes) if (node.kind === "Call") for (const arg of node.args) add(arg, pattern);
      } else if (isLeaf(pattern)) {
        for (const node of nodes) add(node, pattern);
      }
    }
    return [...inputs];
  }

  /**
   * Nodes that belong to the match although a leaf matched them: those along a dominator's path, and everything inside
   * a matched function.
   */
  private fuzzyNodes(met: NodeMap): Set<Expr> {
    const inner = new Set<Expr>();
    for (const pattern of this.patternNodes) {
      if (pattern.kind === "DominatorPattern") {
        for (const p of [pattern.parent, pattern.path]) for (const node of met.get(p) ?? []) inner.add(node);
      } else if (pattern.kind === "FunctionPattern") {
        for (const node of met.get(pattern) ?? []) if (node.kind === "Function") postOrder(node.body, (e) => inner.add(e));
      }
    }
    return inner;
  }

  /**
   * What prevents the group, if anything: a node of an earlier group, or a user of an inner node that the root does not
   * dominate.
   */
  private obstacle(
    copies: ReadonlyMap<Expr, Expr>,
    body: Expr,
    root: number,
  ): { outcome: RefusedGroup["outcome"]; blocker: Expr } | undefined {
    const { graph } = this;
    for (const [node, copy] of copies) {
      if (node.kind === "Op" || node.kind === "Function" || node.kind === "Constant") continue;
      const place = graph.indexOf(node);
      if (place === undefined) continue;
      if (this.groupOf[place] !== 0) return { outcome: "overlap", blocker: node };
      if (copy === body) continue;
      const { offsets, targets } = graph.users;
      for (let k = at(offsets, place); k < at(offsets, place + 1); k++) {
        const user = at(targets, k);
        const userNode = at(graph.nodes, user);
        if (!copies.has(userNode) && !graph.dominators.dominates(root, user)) return { outcome: "outside-user", blocker: userNode };
      }
    }
    return undefined;
  }
}

function functionOver(params: readonly Var[], body: Expr, isTyped: boolean): Func {
  const result = isTyped ? body.checkedType : undefined;
  const types = params.map((p) => p.checkedType).filter((t): t is Type => t !== undefined);
  const checkedType = result && types.length === params.length ? funcType(types, result) : undefined;
  return func({ params, body, returnType: result }, { checkedType });
}

function isLeaf(pattern: Pattern): boolean {
  switch (pattern.kind) {
    case "ExprPattern":
    case "VarPattern":
    case "ConstantPattern":
      return true;
    case "WildcardPattern":
      return pattern.redirect === undefined;
    case "TuplePattern":
      return pattern.fields?.length === 0;
    default:
      return false;
  }
}

/**
 * Whether a constant stays in the function. It does if it matched a constant's pattern. If it matched a wildcard or a
 * variable, it becomes an argument.
 */
function isEmbedded(input: Expr, leaf: Pattern): boolean {
  if (input.kind !== "Constant") return false;
  return leaf.kind === "ConstantPattern" || (leaf.kind === "ExprPattern" && leaf.expr.kind === "Constant");
}

/** The places worth trying, ascending: none if an operator that every match needs does not occur. */
function possibleRoots(pattern: Pattern, graph: IndexedGraph): readonly number[] {
  const needs = patternNeeds(pattern);
  for (const operator of needs.operators) if (!graph.hasOperator(operator)) return [];
  if (!needs.roots) return graph.nodes.map((_, i) => i);
  const lists = [...needs.roots].map((operator) => graph.callsByOperator.get(operator) ?? []).filter((l) => l.length > 0);
  if (lists.length === 1) return at(lists, 0);
  return lists.flat().sort((a, b) => a - b);
}
