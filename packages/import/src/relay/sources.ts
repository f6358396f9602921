/**
 * Which node of the model each Relay node comes from, by the node's name; a parameter's is `NODE.PARAMETER`.
 * The reference writes it as the node's span. Follows set_span and _SpanFiller in python/tvm/relay/frontend/common.py.
 */
import { type Constant, childrenOf, constant, type Expr, type Lineage, type Module, moduleOrder, type Var, variable } from "@relayscope/ir";

export class Sources {
  private readonly names = new Map<Expr, string>();

  of(expr: Expr): string | undefined {
    return this.names.get(expr);
  }

  set(expr: Expr, name: string): void {
    this.names.set(expr, name);
  }

  /** Names the source of everything below `root` that has none yet; what has one is not looked into. */
  fill(root: Expr, name: string): void {
    const pending: Expr[] = [root];
    for (let expr = pending.pop(); expr; expr = pending.pop()) {
      if (expr.kind === "Op" || expr.kind === "GlobalVar" || expr.kind === "Constructor" || this.names.has(expr)) continue;
      this.names.set(expr, name);
      for (const child of childrenOf(expr)) pending.push(child);
    }
  }

  /** A variable or constant with a source: itself where it has one, else a copy with this one. */
  named<E extends Var | Constant>(leaf: E, name: string): Var | Constant {
    if (this.names.has(leaf)) return leaf;
    const copy: Var | Constant =
      leaf.kind === "Var"
        ? variable(leaf.name, leaf.annotation, { checkedType: leaf.checkedType })
        : constant(leaf.data, leaf.tensorType, { checkedType: leaf.checkedType });
    this.names.set(copy, name);
    return copy;
  }

  /**
   * Copies sources to the nodes that a pass made. A node keeps its source if it is still of the same kind and, as a
   * call, of the same operator.
   */
  follow(module: Module, lineage: Lineage): void {
    for (const expr of moduleOrder(module)) {
      if (this.names.has(expr)) continue;
      const origins = lineage.originsOf(expr).filter((origin) => origin !== expr && isSameNode(origin, expr));
      const name = origins.map((origin) => this.names.get(origin)).find((known) => known !== undefined);
      if (name !== undefined) this.names.set(expr, name);
    }
  }
}

function isSameNode(before: Expr, after: Expr): boolean {
  if (before.kind !== after.kind || before.kind === "Function") return false;
  if (before.kind !== "Call" || after.kind !== "Call") return true;
  const [a, b] = [before.op, after.op];
  return a.kind !== "Op" || (b.kind === "Op" && b.name === a.name);
}
