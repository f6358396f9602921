/** What the strip says of a stage: how many calls, nodes, functions, composites, and regions per target. */
import { annotatedRegions } from "@relayscope/graph";
import type { Expr, Module } from "@relayscope/ir";
import type { StageSummary } from "./contract.ts";

/** Counts a module; `order` holds its nodes, children first. Annotations and operators are not counted as nodes. */
export function summarize(module: Module, order: readonly Expr[]): StageSummary {
  let calls = 0;
  let nodes = 0;
  let composites = 0;
  const regions = new Map<string, number>();
  const count = (target: string) => regions.set(target, (regions.get(target) ?? 0) + 1);
  for (const expr of order) {
    if (expr.kind === "Op" || expr.kind === "GlobalVar" || expr.kind === "Constructor") continue;
    if (expr.kind === "Call" && expr.op.kind === "Op" && expr.op.name.startsWith("annotation.compiler_")) continue;
    nodes++;
    if (expr.kind === "Call") calls++;
    if (expr.kind !== "Function") continue;
    if (expr.attrs.has("Composite")) composites++;
    const compiler = expr.attrs.get("Compiler");
    if (typeof compiler === "string" && compiler !== "default") count(compiler);
  }
  for (const target of annotatedRegions(order)?.targets ?? []) if (target !== "default") count(target);
  return {
    calls,
    nodes,
    functions: module.functions.size,
    composites,
    regions: [...regions].map(([target, n]) => ({ target, count: n })),
  };
}
