/**
 * RepartitionMrvlSubgraphs: inlines regions of mrvl that hold no convolution and no dense layer, or whose inputs go to
 * what the backend can't begin with. Follows repartition_mrvl_subgraphs in python/tvm/relay/op/contrib/mrvl.py.
 */
import { childrenOf, type Expr, type Func, postOrder } from "@relayscope/ir";
import { compositeOf } from "../../byoc/compilerFunctions.ts";
import { inlineFunctions } from "../../byoc/inlineCompilerFunctionsBoundTo.ts";
import { modulePass } from "../../core/modulePass.ts";
import { noHeavyWork } from "../noHeavyWork.ts";
import { callsAnyOf, compilerOption, refusedFunctions } from "../regionPruning.ts";

const heavyOperators: ReadonlySet<string> = new Set(["nn.conv2d", "nn.dense"]);
/** Composites of a compiler that mean something to the pass. */
const compositesOf = (compiler: string) => ({
  unsupportedFirst: new Set([`${compiler}.sum2d`, `${compiler}.concat`]),
  passedThrough: new Set([`${compiler}.reshape`]),
});

export const repartitionMrvlSubgraphs = modulePass({
  name: "RepartitionMrvlSubgraphs",
  summary: "Returns regions that the mrvl backend can't begin, or that hold no heavy work, to the host.",
  upstream: ["python/tvm/relay/op/contrib/mrvl.py"],
  options: { compiler: compilerOption("mrvl") },
  infersTypes: true,
  run({ module, options: { compiler }, lineage, decide }) {
    const refusal = (f: Func) => {
      if (!callsAnyOf(f.body, heavyOperators)) return noHeavyWork;
      return canBegin(f, compiler) ? undefined : "its inputs go to what the backend can't begin with: a sum or a concatenation";
    };
    return inlineFunctions(module, refusedFunctions({ module, decide }, compiler, refusal), lineage);
  },
});

/**
 * Whether no call that takes a parameter, or a call that passes one through, has an unsupported composite at or before
 * it. As upstream, calls are visited from the last one on, so that a call that passes a parameter through counts only
 * for later visits.
 */
function canBegin(f: Func, compiler: string): boolean {
  const composites = compositesOf(compiler);
  const isUnsupported = reaching(f.body, composites.unsupportedFirst);
  const passesThrough = reaching(f.body, composites.passedThrough);
  const inputs = new Set<Expr>(f.params);
  const seen = new Set<Expr>();
  const pending: Expr[] = [f.body];
  for (let expr = pending.pop(); expr; expr = pending.pop()) {
    if (seen.has(expr)) continue;
    seen.add(expr);
    if (expr.kind === "Call" && expr.args.some((arg) => inputs.has(arg))) {
      if (isUnsupported.has(expr)) return false;
      if (passesThrough.has(expr)) inputs.add(expr);
    }
    pending.push(...[...childrenOf(expr)].reverse());
  }
  return true;
}

/** All expressions that a composite of one of the names is reachable from. */
function reaching(body: Expr, names: ReadonlySet<string>): ReadonlySet<Expr> {
  const found = new Set<Expr>();
  postOrder(body, (expr) => {
    if (names.has(compositeOf(expr) ?? "") || childrenOf(expr).some((child) => found.has(child))) found.add(expr);
  });
  return found;
}
