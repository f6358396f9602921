/** What stands on either side of an annotation, so that regions can be told by their nodes. */
import { calledOp, childrenOf, type Expr, type Module, postOrder } from "@relayscope/ir";

const isBoundary = (expr: Expr) => calledOp(expr)?.startsWith("annotation.compiler_") ?? false;

/** What an annotation stands around, through further annotations. */
export function producerOf(annotation: Expr): Expr {
  let at = annotation;
  while (at.kind === "Call" && isBoundary(at) && at.args[0]) at = at.args[0];
  return at;
}

/** For each annotation of a module, what uses it. */
export function consumersOf(module: Module): (annotation: Expr) => readonly Expr[] {
  let users: Map<Expr, Expr[]> | undefined;
  return (annotation) => {
    if (!users) {
      users = new Map();
      const table = users;
      for (const f of module.functions.values()) {
        postOrder(f, (expr) => {
          for (const child of childrenOf(expr)) {
            if (!isBoundary(child)) continue;
            const list = table.get(child);
            if (!list) table.set(child, [expr]);
            else if (!list.includes(expr)) list.push(expr);
          }
        });
      }
    }
    return users.get(annotation) ?? [];
  };
}
