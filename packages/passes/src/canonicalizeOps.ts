/**
 * CanonicalizeOps: turns `nn.bias_add` into `expand_dims` and `add`.
 * Follows src/relay/transforms/canonicalize_ops.cc.
 */
import { attrOf, type Expr, type Func, intOf, isCallOf, type LineageRecorder, rewrite } from "@relayscope/ir";
import { functionPass } from "./functionPass.ts";
import { expandBiasToAxis, operatorCalls } from "./operatorCalls.ts";
import type { PassContext, PassOptions } from "./pass.ts";
import { tensorTypeOf } from "./tensorTypeOf.ts";

export const canonicalizeOps = functionPass({
  name: "CanonicalizeOps",
  summary: "Turns bias_add into expand_dims and add.",
  optLevel: 3,
  requires: ["InferType"],
  options: [],
  runFunction,
});

function runFunction(f: Func, _options: PassOptions, context: PassContext, lineage: LineageRecorder): Func {
  const calls = operatorCalls(context.operators);
  const post = (original: Expr, rebuilt: Expr): Expr => {
    if (!isCallOf(original, "nn.bias_add") || !isCallOf(rebuilt, "nn.bias_add")) return rebuilt;
    const rank = tensorTypeOf(original.args[0]).shape.length;
    const axis = intOf(attrOf(rebuilt.attrs, "axis")) ?? 1;
    const [data, bias] = rebuilt.args as [Expr, Expr];
    const expanded = expandBiasToAxis(bias, rank, axis < 0 ? axis + rank : axis, calls);
    if (expanded !== bias) lineage.record(expanded, original);
    return calls("add", [data, expanded]);
  };
  return rewrite(f, { post, lineage }) as Func;
}
