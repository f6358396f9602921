/**
 * Splits constants that several functions of a module share into one per function. The reference's inference copies
 * what it types again, function by function (Resolver::AttachCheckedType in src/relay/transforms/type_infer.cc), so
 * that no constant is shared once a module is typed.
 */
import {
  type Constant,
  childrenOf,
  type Expr,
  type Func,
  type LineageRecorder,
  type Module,
  mapFunctions,
  postOrderOfInner,
  rewrite,
} from "@relayscope/ir";

/** The module with separate constants in each function; the same module if none is shared. Types stay. */
export function separateConstants(module: Module, lineage: LineageRecorder): Module {
  if (module.functions.size < 2) return module;
  const ownerOf = new Map<Expr, string>();
  return mapFunctions(module, (f, name) => {
    const shared = new Set<Expr>();
    const own = (child: Expr) => {
      if (child.kind !== "Constant") return;
      const owner = ownerOf.get(child);
      if (owner === undefined) ownerOf.set(child, name);
      else if (owner !== name) shared.add(child);
    };
    postOrderOfInner(f, (expr) => {
      if (expr.kind === "Call") {
        own(expr.op);
        expr.args.forEach(own);
      } else childrenOf(expr).forEach(own);
    });
    return shared.size === 0 ? f : (rewrite(f, { lineage, post: (original, over) => copied(original, over, shared) }) as Func);
  });
}

function copied(original: Expr, over: Expr, shared: ReadonlySet<Expr>): Expr {
  if (original.kind === "Constant" && shared.has(original)) {
    const copy: Constant = { ...original };
    return copy;
  }
  if (over !== original) over.checkedType ??= original.checkedType;
  return over;
}
