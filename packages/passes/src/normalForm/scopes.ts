/**
 * Scopes: each function body, let body, branch and clause is a scope; a node belongs to the innermost scope that holds
 * all its uses. Follows CalcScope (src/relay/transforms/to_a_normal_form.cc) over the dependency graph
 * (src/relay/analysis/dependency_graph.cc).
 */
import { at, childrenOf, type Expr, present, pushTo, type Var } from "@relayscope/ir";

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

export interface Scopes {
  of(e: Expr): Scope;
  /** The scopes a node opens: a function's body, a let's body, the branches of an if, the clauses of a match. */
  within(e: Expr): readonly Scope[];
  /** Nodes whose scope is an outer one of their first use's: they must be bound for all their users. */
  readonly lifted: ReadonlySet<Expr>;
}

/** Finds the scope of each node reachable from `root`. */
export function findScopes(root: Expr): Scopes {
  const { order, uses } = usesInOrder(root);
  const scopeOf = new Map<Expr, Scope>();
  const opened = new Map<Expr, Scope[]>();
  const lifted = new Set<Expr>();
  const holder = (use: Use): Scope => (use.opens < 0 ? present(scopeOf.get(use.user)) : present(opened.get(use.user)?.[use.opens]));
  for (let i = order.length - 1; i >= 0; i--) {
    const e = at(order, i);
    const [first, ...others] = uses.get(e) ?? [];
    const nearest = first ? holder(first) : new Scope(undefined);
    const scope = others.reduce((s, use) => s.common(holder(use)), nearest);
    if (scope !== nearest && e.kind !== "Op") lifted.add(e);
    scopeOf.set(e, scope);
    opened.set(
      e,
      Array.from({ length: scopeCount(e) }, () => new Scope(scope)),
    );
  }
  return { of: (e) => present(scopeOf.get(e)), within: (e) => opened.get(e) ?? [], lifted };
}

/** Who uses a node, and in which of the scopes that the user opens (-1: in the user's own). */
interface Use {
  readonly user: Expr;
  readonly opens: number;
}

function scopeCount(e: Expr): number {
  if (e.kind === "Function" || e.kind === "Let") return 1;
  if (e.kind === "If") return 2;
  return e.kind === "Match" ? e.clauses.length : 0;
}

/** The children with the scope each is in; the order is the reference's, and it decides which use is the first. */
function scopedChildren(e: Expr): readonly { readonly child: Expr; readonly opens: number }[] {
  switch (e.kind) {
    case "If":
      return [e.condition, e.thenBranch, e.elseBranch].map((child, i) => ({ child, opens: i - 1 }));
    case "Function":
    case "Let":
      return childrenOf(e).map((child) => ({ child, opens: 0 }));
    case "Match":
      return [{ child: e.data, opens: -1 }, ...e.clauses.map((c, i) => ({ child: c.body, opens: i }))];
    default:
      return childrenOf(e).map((child) => ({ child, opens: -1 }));
  }
}

/**
 * All nodes, children first, and each node's uses: those of calls and tuples count when these are done, all others at
 * once.
 */
function usesInOrder(root: Expr): { readonly order: readonly Expr[]; readonly uses: ReadonlyMap<Expr, readonly Use[]> } {
  const order: Expr[] = [];
  const uses = new Map<Expr, Use[]>();
  const seen = new Set<Expr>([root]);
  const stack = [{ e: root, children: scopedChildren(root), next: 0 }];
  const use = (child: Expr, by: Use) => {
    pushTo(uses, child, by);
  };
  while (stack.length > 0) {
    const top = at(stack, stack.length - 1);
    const isDataflow = top.e.kind === "Call" || top.e.kind === "Tuple" || top.e.kind === "TupleGetItem";
    const before = top.children[top.next - 1];
    if (before && !isDataflow) use(before.child, { user: top.e, opens: before.opens });
    const next = top.children[top.next];
    top.next++;
    if (next) {
      if (seen.has(next.child)) continue;
      seen.add(next.child);
      stack.push({ e: next.child, children: scopedChildren(next.child), next: 0 });
    } else {
      if (isDataflow) for (const { child, opens } of top.children) use(child, { user: top.e, opens });
      order.push(top.e);
      stack.pop();
    }
  }
  return { order, uses };
}
