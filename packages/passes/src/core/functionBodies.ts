/** Rewriting the bodies of a module's functions, for passes over whole modules that keep parameters and attributes. */
import {
  addNew,
  childAt,
  type Expr,
  type Func,
  func,
  isLeaf,
  type LineageRecorder,
  listedChildren,
  type Module,
  mapFunctions,
  NumberedNodes,
  type RewriteRules,
  rewriter,
} from "@relayscope/ir";
import { mutationOrder } from "./mutationOrder.ts";

/** A copy of a function with another body; the same object if the body is the same. */
export function withBody(f: Func, body: Func["body"], lineage?: LineageRecorder): Func {
  if (body === f.body) return f;
  const changed = func({ ...f, body }, { checkedType: f.checkedType, span: f.span });
  lineage?.record(changed, f);
  return changed;
}

/** Whether any node reachable from an expression satisfies `isMeant`. Nodes in `seen` are skipped. */
export function holdsBelow(root: Expr, isMeant: (expr: Expr) => boolean, seen: Set<Expr> = new Set()): boolean {
  const pending: Expr[] = [root];
  for (let expr = pending.pop(); expr; expr = pending.pop()) {
    if (isLeaf(expr)) {
      if (isMeant(expr)) return true;
      continue;
    }
    if (!addNew(seen, expr)) continue;
    if (isMeant(expr)) return true;
    const children = listedChildren(expr);
    if (children) for (const child of children) pending.push(child);
    else for (let i = 0, child = childAt(expr, 0); child; child = childAt(expr, ++i)) pending.push(child);
  }
  return false;
}

/**
 * The module with every body rewritten by `post`, like `NumberedNodes`; the same module if `isMeant` holds for no node.
 * For passes that often find nothing to do: searching and rewriting share one walk.
 */
export function rewriteWhere(
  module: Module,
  isMeant: (expr: Expr) => boolean,
  post: (original: Expr, rebuilt: Expr) => Expr,
  lineage: LineageRecorder,
): Module {
  const numbered = new NumberedNodes();
  for (const f of module.functions.values()) numbered.visit(f.body);
  if (!numbered.nodes.some(isMeant)) return module;
  const became = numbered.rewritten(post, lineage);
  return mapFunctions(module, (f) => withBody(f, became[numbered.numberOf(f.body)] ?? f.body, lineage));
}

/**
 * The module with every body rewritten by the same rules, in the order of the reference's mutators; `isMeant` picks
 * functions.
 */
export function rewriteBodies(
  module: Module,
  rules: RewriteRules & { readonly lineage: LineageRecorder },
  isMeant: (f: Func) => boolean = () => true,
): Module {
  const bodies = rewriter({ children: mutationOrder, ...rules });
  return mapFunctions(module, (f) => (isMeant(f) ? withBody(f, bodies.rewrite(f.body), rules.lineage) : f));
}
