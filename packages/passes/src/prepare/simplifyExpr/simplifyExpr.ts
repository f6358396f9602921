/**
 * SimplifyExpr: rewrites small patterns into simpler ones until nothing changes; a rewrite a file, in `simplifyExpr/`.
 * Follows src/relay/transforms/simplify_expr.cc.
 */
import { inferExpression } from "@relayscope/infer";
import { asFunction, type Call, type Expr, type Func, type LineageRecorder, type Type } from "@relayscope/ir";
import { type PatternCallback, rewritePatterns } from "@relayscope/match";
import { type FunctionRun, functionPass } from "../../core/functionPass.ts";
import { inferType } from "../../core/inferType.ts";
import { leftAlone } from "../../core/leftAlone.ts";
import type { Report } from "../../core/modulePass.ts";
import { operatorCalls } from "../../core/operatorCalls.ts";
import type { PassContext } from "../../core/pass.ts";
import { separateCopies } from "../../core/separateCopies.ts";
import { notComputed, tooManySums } from "../diagnostics.ts";
import { computed } from "../foldConstant.ts";
import { wholeTyping } from "../wholeTyping.ts";
import { concretizeCastLike } from "./concretizeCastLike.ts";
import {
  concretizeBroadcastToLike,
  concretizeCollapseSumLike,
  concretizeFullLike,
  concretizeOnesLike,
  concretizeReshapeLike,
  concretizeZerosLike,
} from "./concretizeLike.ts";
import { eliminateIdentity } from "./eliminateIdentity.ts";
import type { ExprRewrite } from "./exprRewrite.ts";
import { fullElementwise } from "./fullElementwise.ts";
import { simplifyAdd } from "./simplifyAdd.ts";
import { simplifyAdjacentMultiplyOrAdd } from "./simplifyAdjacentMultiplyOrAdd.ts";
import { simplifyBinomial } from "./simplifyBinomial.ts";
import { simplifyClip } from "./simplifyClip.ts";
import { simplifyClipAndConsecutiveCast } from "./simplifyClipAndConsecutiveCast.ts";
import { simplifyConsecutiveCast } from "./simplifyConsecutiveCast.ts";
import { simplifyDequantizedArgmax, simplifyDequantizedArgmin, simplifyDequantizedArgsort } from "./simplifyDequantizedIndex.ts";
import { simplifyNoOpTranspose } from "./simplifyNoOpTranspose.ts";
import { simplifyReshape } from "./simplifyReshape.ts";
import { simplifyRsqrt } from "./simplifyRsqrt.ts";
import { simplifySameCast } from "./simplifySameCast.ts";
import { simplifyTranspose } from "./simplifyTranspose.ts";
import { switchAddMultiply } from "./switchAddMultiply.ts";

/** In the reference's order: each round applies all of them once. */
const rewrites: readonly ExprRewrite[] = [
  concretizeZerosLike,
  concretizeOnesLike,
  concretizeFullLike,
  concretizeReshapeLike,
  concretizeCollapseSumLike,
  concretizeBroadcastToLike,
  concretizeCastLike,
  simplifyAdd,
  simplifyRsqrt,
  eliminateIdentity,
  simplifyReshape,
  simplifyTranspose,
  simplifyNoOpTranspose,
  simplifySameCast,
  simplifyConsecutiveCast,
  fullElementwise,
  switchAddMultiply,
  simplifyAdjacentMultiplyOrAdd,
  simplifyDequantizedArgmax,
  simplifyDequantizedArgmin,
  simplifyDequantizedArgsort,
  simplifyClipAndConsecutiveCast,
  simplifyClip,
  simplifyBinomial,
];

export const simplifyExpr = functionPass({
  name: "SimplifyExpr",
  summary: "Rewrites small patterns into simpler ones.",
  upstream: ["src/relay/transforms/simplify_expr.cc"],
  requires: [inferType],
  runFunction: simplify,
});

function simplify(run: FunctionRun): Func {
  const { f, context, lineage, report } = run;
  const { operators } = context;
  const owners = new Set<Expr>();
  const tools = {
    calls: operatorCalls(operators),
    operators,
    fold: (call: Call) => folded(call, context, report),
    report: reporter(report, lineage),
    separate: (call: Call) => owners.add(call),
  };
  const type = wholeTyping(run);
  const typed = (expr: Expr): Expr => {
    const separated = separateCopies(expr, owners, lineage, tooManySums);
    owners.clear();
    return type(separated);
  };
  const callbacks = rewrites.map((rewrite) => leavingAlone(rewrite(tools), context));
  const inferTypes = (expr: Expr): Expr => {
    context.onInferType?.();
    return typed(expr);
  };
  return asFunction(typed(rewritePatterns(callbacks, f, { operators, lineage, inferTypes })));
}

/** A rewrite that skips places that it can't handle because of a hole of the text. */
function leavingAlone(callback: PatternCallback, context: PassContext): PatternCallback {
  return { ...callback, rewrite: (before, after, nodes) => leftAlone(context, () => callback.rewrite(before, after, nodes), after) };
}

/** A call of constants as one constant: computed where their data is there, else of the right type without data. */
function folded(call: Call, context: PassContext, report: Report): Expr {
  const type: Type | undefined = inferExpression(call, undefined, context.operators).expr.checkedType;
  if (!type) return call;
  const { result, isMissing } = computed(call, type);
  if (isMissing) report(notComputed(call, call.op.kind === "Op" ? call.op.name : "a call"));
  return result;
}

/** Reports once for each node of the input, however many rounds visit it. */
function reporter(report: Report, lineage: LineageRecorder): Report {
  const reported = new Set<Expr>();
  return (diagnostic) => {
    const node = diagnostic.node && (lineage.originsOf(diagnostic.node)[0] ?? diagnostic.node);
    if (!node || reported.has(node)) return;
    reported.add(node);
    report({ ...diagnostic, node, span: node.span });
  };
}
