import { inferExpression } from "@relayscope/infer";
import type { Expr } from "@relayscope/ir";
import { operators } from "@relayscope/ops";
import { parseExpression } from "@relayscope/text";

/** A typed expression from its text. */
export function readExpr(text: string): Expr {
  const { expression, diagnostics } = parseExpression(text.trim(), { operators });
  const [problem] = diagnostics.filter((d) => d.severity === "error");
  if (problem) throw new Error(problem.message);
  return inferExpression(expression, undefined, operators, { trust: "nothing" }).expr;
}
