/**
 * SimplifyExpr: rewrites small patterns into simpler ones until nothing changes; a rewrite a file, in `simplifyExpr/`.
 * Follows src/relay/transforms/simplify_expr.cc.
 */
import { inferExpression, inferFunction } from "@relayscope/infer";
import { type Call, type Diagnostic, type Expr, type Func, type LineageRecorder, postOrder, type Type } from "@relayscope/ir";
import { MatchFailure, rewritePatterns } from "@relayscope/match";
import { illTypedResult, notComputed } from "./diagnostics.ts";
import { computed } from "./foldConstant.ts";
import { type FunctionPlace, functionPass } from "./functionPass.ts";
import { operatorCalls } from "./operatorCalls.ts";
import { type PassContext, PassFailure } from "./pass.ts";
import { concretizeCastLike } from "./simplifyExpr/concretizeCastLike.ts";
import {
  concretizeBroadcastToLike,
  concretizeCollapseSumLike,
  concretizeFullLike,
  concretizeOnesLike,
  concretizeReshapeLike,
  concretizeZerosLike,
} from "./simplifyExpr/concretizeLike.ts";
import { eliminateIdentity } from "./simplifyExpr/eliminateIdentity.ts";
import type { ExprRewrite } from "./simplifyExpr/exprRewrite.ts";
import { fullElementwise } from "./simplifyExpr/fullElementwise.ts";
import { separateCopies } from "./simplifyExpr/separateCopies.ts";
import { simplifyAdd } from "./simplifyExpr/simplifyAdd.ts";
import { simplifyAdjacentMultiplyOrAdd } from "./simplifyExpr/simplifyAdjacentMultiplyOrAdd.ts";
import { simplifyBinomial } from "./simplifyExpr/simplifyBinomial.ts";
import { simplifyClip } from "./simplifyExpr/simplifyClip.ts";
import { simplifyClipAndConsecutiveCast } from "./simplifyExpr/simplifyClipAndConsecutiveCast.ts";
import { simplifyConsecutiveCast } from "./simplifyExpr/simplifyConsecutiveCast.ts";
import {
  simplifyDequantizedArgmax,
  simplifyDequantizedArgmin,
  simplifyDequantizedArgsort,
} from "./simplifyExpr/simplifyDequantizedIndex.ts";
import { simplifyNoOpTranspose } from "./simplifyExpr/simplifyNoOpTranspose.ts";
import { simplifyReshape } from "./simplifyExpr/simplifyReshape.ts";
import { simplifyRsqrt } from "./simplifyExpr/simplifyRsqrt.ts";
import { simplifySameCast } from "./simplifyExpr/simplifySameCast.ts";
import { simplifyTranspose } from "./simplifyExpr/simplifyTranspose.ts";
import { switchAddMultiply } from "./simplifyExpr/switchAddMultiply.ts";

/** In the reference's order: each round goes through all of them once. */
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
  optLevel: 0,
  requires: ["InferType"],
  options: [],
  runFunction: (f, _options, context, lineage, _decisions, place) => simplify(f, rewrites, context, lineage, place),
});

function simplify(f: Func, list: readonly ExprRewrite[], context: PassContext, lineage: LineageRecorder, place: FunctionPlace): Func {
  const { operators } = context;
  const owners = new Set<Expr>();
  const tools = {
    calls: operatorCalls(operators),
    operators,
    fold: (call: Call) => folded(call, context, place.diagnostics),
    report: reporter(place.diagnostics, lineage),
    separate: (call: Call) => owners.add(call),
  };
  const type = typing(f, context, place, lineage);
  const typed = (expr: Expr): Expr => {
    const separated = separateCopies(expr, owners, lineage);
    owners.clear();
    return type(separated);
  };
  try {
    const callbacks = list.map((rewrite) => rewrite(tools));
    return typed(rewritePatterns(callbacks, f, { operators, lineage, inferTypes: typed })) as Func;
  } catch (error) {
    throw error instanceof MatchFailure ? new PassFailure(error.code, error.message, error.node, error.hints) : error;
  }
}

/** Infers the types of a whole function anew wherever it changed. Fails where it can't be typed though the pass's input could. */
function typing(f: Func, context: PassContext, place: FunctionPlace, lineage: LineageRecorder): (expr: Expr) => Expr {
  let last: Expr | undefined;
  let mayFail: boolean | undefined;
  return (expr) => {
    if (expr === last || expr.kind !== "Function") return expr;
    const inferred = inferFunction(expr, place.module, context.operators, { trust: "nothing" });
    if (expr === f) mayFail = inferred.diagnostics.some((d) => d.severity === "error");
    const error = inferred.diagnostics.find((d) => d.severity === "error");
    if (error && !mayFail) throw illTypedResult(error);
    recordThrough(inferred.expr, inferred.lineage.originsOf, lineage);
    last = inferred.expr;
    return last;
  };
}

function recordThrough(root: Expr, originsOf: (e: Expr) => readonly Expr[], lineage: LineageRecorder): void {
  postOrder(root, (e) => {
    const origins = originsOf(e);
    if (origins.length !== 1 || origins[0] !== e) lineage.record(e, ...origins);
  });
}

/** A call of constants as one constant: computed where their data is there, else of the right type without data. */
function folded(call: Call, context: PassContext, diagnostics: Diagnostic[]): Expr {
  const type: Type | undefined = inferExpression(call, undefined, context.operators).expr.checkedType;
  if (!type) return call;
  const { result, isMissing } = computed(call, type);
  if (isMissing) diagnostics.push(notComputed(call, call.op.kind === "Op" ? call.op.name : "a call"));
  return result;
}

/** Reports once for each node of the input, however many rounds come by. */
function reporter(diagnostics: Diagnostic[], lineage: LineageRecorder): (diagnostic: Diagnostic) => void {
  const told = new Set<Expr>();
  return (diagnostic) => {
    const node = diagnostic.node && (lineage.originsOf(diagnostic.node)[0] ?? diagnostic.node);
    if (!node || told.has(node)) return;
    told.add(node);
    diagnostics.push({ ...diagnostic, node, span: node.span });
  };
}
