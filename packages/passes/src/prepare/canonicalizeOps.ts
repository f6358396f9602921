/**
 * CanonicalizeOps: turns `nn.bias_add` into `expand_dims` and `add`.
 * Follows src/relay/transforms/canonicalize_ops.cc.
 */
import { attrOf, type Expr, type Func, intOf, isCallOf, rewriteFunction } from "@relayscope/ir";
import { firstArguments } from "../core/callArguments.ts";
import { type FunctionRun, functionPass } from "../core/functionPass.ts";
import { inferType } from "../core/inferType.ts";
import { leftAlone } from "../core/leftAlone.ts";
import { expandBiasToAxis, operatorCalls } from "../core/operatorCalls.ts";
import { tensorOf } from "../core/tensorOf.ts";

export const canonicalizeOps = functionPass({
  name: "CanonicalizeOps",
  summary: "Turns bias_add into expand_dims and add.",
  upstream: ["src/relay/transforms/canonicalize_ops.cc"],
  optLevel: 3,
  requires: [inferType],
  runFunction,
});

function runFunction({ f, context, lineage }: FunctionRun): Func {
  const calls = operatorCalls(context.operators);
  const post = (original: Expr, rebuilt: Expr): Expr => {
    if (!isCallOf(original, "nn.bias_add") || !isCallOf(rebuilt, "nn.bias_add")) return rebuilt;
    const rank = tensorOf(original.args[0]).shape.length;
    const axis = intOf(attrOf(rebuilt.attrs, "axis")) ?? 1;
    const [data, bias] = firstArguments(rebuilt, 2);
    const expanded = expandBiasToAxis(bias, rank, axis < 0 ? axis + rank : axis, calls);
    if (expanded !== bias) lineage.record(expanded, original);
    return calls("add", [data, expanded]);
  };
  return rewriteFunction(f, { post: (original, rebuilt) => leftAlone(context, () => post(original, rebuilt), rebuilt), lineage });
}
