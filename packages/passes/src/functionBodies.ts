/** Rewriting the bodies of a module's functions, for passes over whole modules that keep parameters and attributes. */
import { type Func, func, type LineageRecorder, type Module, mapFunctions, type RewriteRules, rewriter } from "@relayscope/ir";
import { mutationOrder } from "./mutationOrder.ts";

/** A copy of a function over another body; the same object where the body is the same. */
export function withBody(f: Func, body: Func["body"], lineage?: LineageRecorder): Func {
  if (body === f.body) return f;
  const changed = func({ ...f, body }, { checkedType: f.checkedType, span: f.span });
  lineage?.record(changed, f);
  return changed;
}

/** The module with every body rewritten by the same rules, in the order of the reference's mutators; `isMeant` picks functions. */
export function rewriteBodies(
  module: Module,
  rules: RewriteRules & { readonly lineage: LineageRecorder },
  isMeant: (f: Func) => boolean = () => true,
): Module {
  const bodies = rewriter({ children: mutationOrder, ...rules });
  return mapFunctions(module, (f) => (isMeant(f) ? withBody(f, bodies.rewrite(f.body), rules.lineage) : f));
}
