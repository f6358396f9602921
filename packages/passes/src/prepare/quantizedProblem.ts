/**
 * Quantized calls of constants that the reference can't fold: it lowers them to plain operators before it compiles.
 * Follows src/relay/qnn/op and ConstEvaluate in src/relay/transforms/fold_constant.cc.
 */
import { inferExpression } from "@relayscope/infer";
import { type Call, type Expr, Failure, nameOf, type Rewriter, type Type, typesEqual } from "@relayscope/ir";
import type { OperatorDefinitions } from "@relayscope/ops";
import { operatorCalls } from "../core/operatorCalls.ts";
import { deviceOf } from "../legalize/device.ts";
import { quantizedRules } from "../legalize/quantized.ts";
import { loweringOf } from "../legalize/rule.ts";

/** Failures of a lowering that say what is unknown, and not that the reference raises. */
const unknowns: ReadonlySet<string> = new Set(["quantity-without-data"]);

/**
 * Why a quantized call of that type can't be folded, as the end of a sentence; undefined if it can. `folder` folds
 * plain operators.
 */
export function quantizedProblem(call: Call, type: Type, operators: OperatorDefinitions, folder: Rewriter): string | undefined {
  const rule = quantizedRules.get(nameOf(call));
  if (!rule) return undefined;
  const typed = (expr: Expr) => inferExpression(expr, undefined, operators);
  const tools = {
    calls: operatorCalls(operators),
    device: deviceOf(undefined),
    fold: (expr: Expr) => folder.rewrite(typed(expr).expr),
    separate: (expr: Expr) => expr,
  };
  try {
    const lowered = rule(loweringOf(call, call.args, tools));
    if (!lowered) return undefined;
    const { expr, diagnostics } = typed(lowered);
    if (diagnostics.some(({ severity }) => severity === "error")) return "the plain operators that it becomes have no type";
    if (expr.checkedType && !typesEqual(expr.checkedType, type)) return "the plain operators that it becomes have another type";
    folder.rewrite(expr);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    if (!unknowns.has(error.code)) return "the plain operators that it becomes can't be computed";
  }
  return undefined;
}
