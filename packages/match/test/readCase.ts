import { inferExpression } from "@relayscope/infer";
import type { Expr, Type } from "@relayscope/ir";
import { operators } from "@relayscope/ops";
import { parseExpression, parseModule } from "@relayscope/text";
import { type Pattern, parsePattern, type TextReaders } from "../src/index.ts";

export { operators };

export const readers: TextReaders = {
  operators,
  parseExpr: (text) => parseExpression(text, { operators }).expression,
  parseType: (text): Type | undefined =>
    parseModule(`def @main(%x: ${text}) { %x }`, { operators }).module.functions.get("main")?.params[0]?.annotation,
};

/** Pattern and typed expression of a case, which a line `---` parts. */
export function readCase(input: string): { pattern: Pattern; expr: Expr } {
  const [patternText = "", exprText = ""] = input.split(/^---$/m);
  const { pattern, diagnostics } = parsePattern(patternText, readers);
  if (!pattern) throw new Error(diagnostics.map((d) => d.message).join("\n"));
  const read = parseExpression(exprText.trim(), { operators });
  const [problem] = read.diagnostics.filter((d) => d.severity === "error");
  if (problem) throw new Error(problem.message);
  return { pattern, expr: inferExpression(read.expression, undefined, operators, { trust: "nothing" }).expr };
}
