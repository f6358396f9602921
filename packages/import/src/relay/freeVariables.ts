/**
 * The free variables of expressions that grow from one another, each node visited once over all questions: asked for
 * each branch of a chain of `If`s, visiting all that is below would take the square of its length. Lists are shared
 * where a node adds nothing to one of its children's. Follows FreeVars (src/relay/analysis/util.cc).
 */
import { childrenOf, type Expr, isLeaf, patternVars, present, type Var } from "@relayscope/ir";
import { messages } from "../diagnostics.ts";

type Vars = readonly Var[];

/** So many places all lists may have together: only a file that is made for it has more. */
const placeLimit = 20_000_000;

const none: Vars = [];

export class FreeVariables {
  private readonly used = new Map<Expr, Vars>();
  private readonly bound = new Map<Expr, Vars>();
  private places = 0;

  /** The variables used but not bound within an expression, in order of first use. */
  of(expr: Expr): Vars {
    this.visit(expr);
    const bound = new Set(this.boundIn(expr));
    return bound.size === 0 ? this.usedIn(expr) : this.usedIn(expr).filter((v) => !bound.has(v));
  }

  private usedIn(expr: Expr): Vars {
    return expr.kind === "Var" ? [expr] : (this.used.get(expr) ?? none);
  }

  private boundIn(expr: Expr): Vars {
    return this.bound.get(expr) ?? none;
  }

  private visit(root: Expr): void {
    const pending: Expr[] = [root];
    while (pending.length > 0) {
      const expr = present(pending[pending.length - 1]);
      if (isLeaf(expr) || this.used.has(expr)) {
        pending.pop();
        continue;
      }
      const children = childrenOf(expr);
      const before = pending.length;
      for (let i = children.length - 1; i >= 0; i--) {
        const child = present(children[i]);
        if (!isLeaf(child) && !this.used.has(child)) pending.push(child);
      }
      if (pending.length > before) continue;
      pending.pop();
      this.used.set(expr, this.joined(children.map((child) => this.usedIn(child))));
      this.bound.set(expr, this.joined([...children.map((child) => this.boundIn(child)), bindingsOf(expr)]));
    }
  }

  /** The items of all lists, each once, in order: one of the lists itself where it has them all. */
  private joined(lists: readonly Vars[]): Vars {
    const distinct = [...new Set(lists)].filter((list) => list.length > 0);
    const [first, ...rest] = distinct;
    if (!first) return none;
    if (rest.length === 0) return first;
    const all = new Set(first);
    for (const list of rest) for (const item of list) all.add(item);
    if (all.size === first.length) return first;
    this.places += all.size;
    if (this.places > placeLimit) throw messages.tooManyVariables();
    return [...all];
  }
}

function bindingsOf(expr: Expr): Vars {
  if (expr.kind === "Function") return expr.params;
  if (expr.kind === "Let") return [expr.variable];
  return expr.kind === "Match" ? expr.clauses.flatMap((c) => patternVars(c.pattern)) : none;
}
