/**
 * Scopes: each function body, let body, branch and clause is a scope; a node belongs to the innermost scope that holds
 * all its uses. Follows CalcScope (src/relay/transforms/to_a_normal_form.cc) over the dependency graph
 * (src/relay/analysis/dependency_graph.cc).
 */
import { at, childAt, type Expr, isLeaf, listedChildren, present, type Var } from "@relayscope/ir";

/** A binding in a let list; lists are linked, so that one list can be appended to another at once. */
export interface Binding {
  readonly variable: Var;
  readonly value: Expr;
  next: Binding | undefined;
}

/** A scope and the bindings collected in it. */
export class Scope {
  readonly level: number;
  /** A farther ancestor, so that common ancestors are found in logarithmic time. */
  private readonly jump: Scope | undefined;
  private first: Binding | undefined;
  private last: Binding | undefined;

  constructor(readonly parent: Scope | undefined) {
    this.level = parent ? parent.level + 1 : 0;
    const far = parent?.jump;
    const isBalanced = parent && far?.jump && parent.level - far.level === far.level - far.jump.level;
    this.jump = isBalanced ? far.jump : parent;
  }

  push(variable: Var, value: Expr): void {
    const binding: Binding = { variable, value, next: undefined };
    if (this.last) this.last.next = binding;
    else this.first = binding;
    this.last = binding;
  }

  /** Moves all bindings of another scope to the end of this one. */
  take(other: Scope): void {
    if (!other.first) return;
    if (this.last) this.last.next = other.first;
    else this.first = other.first;
    this.last = other.last;
    other.first = other.last = undefined;
  }

  get isEmpty(): boolean {
    return this.first === undefined;
  }

  /** The bindings, last first. */
  reversed(): Binding[] {
    const out: Binding[] = [];
    for (let at = this.first; at; at = at.next) out.push(at);
    return out.reverse();
  }

  /** The innermost scope that holds both. */
  common(other: Scope): Scope {
    let [a, b]: [Scope, Scope] = this.level >= other.level ? [this, other] : [other, this];
    while (a.level > b.level) a = a.jump && a.jump.level >= b.level ? a.jump : present(a.parent);
    while (a !== b) {
      if (a.jump && b.jump && a.jump !== b.jump) {
        a = a.jump;
        b = b.jump;
      } else {
        a = present(a.parent);
        b = present(b.parent);
      }
    }
    return a;
  }
}

/** A node with its uses, and the scope that it belongs to. */
export class ScopedNode {
  /** Its scope; of the root, one without a parent. */
  scope: Scope = outermost;
  /** The scopes it opens: a function's body, a let's body, the branches of an if, the clauses of a match. */
  inner: readonly Scope[] = none;
  /** Whether its scope encloses the scope of its first use: then it must be bound for all its users. */
  isLifted = false;
  /** Its replacement in normal form; undefined until it is visited. */
  became: Expr | undefined;
  private readonly users: ScopedNode[] = [];
  /** By user, which of the user's inner scopes the node is in; -1: the user's own scope. */
  private readonly opens: number[] = [];

  constructor(readonly expr: Expr) {}

  addUse(user: ScopedNode, opens: number): void {
    this.users.push(user);
    this.opens.push(opens);
  }

  /** Determines the node's scope once the scopes of all its users are known. */
  place(): void {
    const nearest = this.users.length > 0 ? this.holder(0) : new Scope(undefined);
    let scope = nearest;
    for (let i = 1; i < this.users.length; i++) scope = scope.common(this.holder(i));
    this.scope = scope;
    this.isLifted = scope !== nearest && this.expr.kind !== "Op";
    const count = scopeCount(this.expr);
    if (count > 0) this.inner = Array.from({ length: count }, () => new Scope(scope));
  }

  /** The scope in which a use is. */
  private holder(use: number): Scope {
    const user = at(this.users, use);
    const opens = at(this.opens, use);
    return opens < 0 ? user.scope : at(user.inner, opens);
  }
}

const outermost = new Scope(undefined);
const none: readonly Scope[] = [];

/** All nodes reachable from `root` with their scopes. */
export function scopedNodes(root: Expr): ReadonlyMap<Expr, ScopedNode> {
  const nodes = new Map<Expr, ScopedNode>();
  const order = usesInOrder(root, nodes);
  for (let i = order.length - 1; i >= 0; i--) at(order, i).place();
  return nodes;
}

function scopeCount(e: Expr): number {
  if (e.kind === "Function" || e.kind === "Let") return 1;
  if (e.kind === "If") return 2;
  return e.kind === "Match" ? e.clauses.length : 0;
}

/** Which of a node's inner scopes a child is in, by the child's place; -1: in the node's own scope. */
function scopeOfChild(e: Expr, index: number): number {
  if (e.kind === "Function" || e.kind === "Let") return 0;
  return e.kind === "If" || e.kind === "Match" ? index - 1 : -1;
}

/** The children that scopes are about: of a match, not the variables of its patterns. */
function scopedChildren(e: Expr): readonly Expr[] | undefined {
  return e.kind === "Match" ? [e.data, ...e.clauses.map((clause) => clause.body)] : listedChildren(e);
}

/**
 * Fills `nodes`, and returns them children first, with their uses in the reference's order, which decides which use is
 * the first. Uses by calls and tuples are recorded when these are done, all others at once.
 */
function usesInOrder(root: Expr, nodes: Map<Expr, ScopedNode>): readonly ScopedNode[] {
  const order: ScopedNode[] = [];
  const stack: ScopedNode[] = [];
  const lists: (readonly Expr[] | undefined)[] = [];
  /** The visited children of the nodes on the stack, and where those of each node begin. */
  const visited: ScopedNode[] = [];
  const firstVisited: number[] = [];
  const push = (expr: Expr) => {
    const node = new ScopedNode(expr);
    nodes.set(expr, node);
    visited.push(node);
    if (isLeaf(expr)) {
      order.push(node);
      return;
    }
    stack.push(node);
    lists.push(scopedChildren(expr));
    firstVisited.push(visited.length);
  };
  push(root);
  while (stack.length > 0) {
    const top = stack.length - 1;
    const node = at(stack, top);
    const { expr } = node;
    const list = lists[top];
    const first = at(firstVisited, top);
    const next = visited.length - first;
    const isDataflow = expr.kind === "Call" || expr.kind === "Tuple" || expr.kind === "TupleGetItem";
    if (!isDataflow && next > 0) at(visited, visited.length - 1).addUse(node, scopeOfChild(expr, next - 1));
    const child = list ? list[next] : childAt(expr, next);
    if (child) {
      const known = nodes.get(child);
      if (known) visited.push(known);
      else push(child);
    } else {
      if (isDataflow) for (let i = first; i < visited.length; i++) at(visited, i).addUse(node, -1);
      visited.length = first;
      order.push(node);
      stack.pop();
      lists.pop();
      firstVisited.pop();
    }
  }
  return order;
}
