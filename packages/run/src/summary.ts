/** A stage in numbers for the page. */
import type { Expr, Module } from "@relayscope/ir";
import { countsOf, isAnnotation } from "@relayscope/regions";
import type { TargetColors } from "./colors.ts";
import type { StageResult, StageSummary } from "./contract/index.ts";

/** Whether a stage's pass ran to its end: otherwise the stage has the module of the one before. */
export function hasRun({ status }: Pick<StageResult, "status">): boolean {
  return status === "done" || status === "unchanged";
}

/**
 * Whether a stage's annotated operators are only marked and not regions yet. Decided by the stage's pass if it ran,
 * else by the stage before. Annotations of the input text count as regions, since it is unknown whether they were
 * merged.
 */
export function isMarkedAfter({ pass, status }: Pick<StageResult, "pass" | "status">, before: boolean): boolean {
  if (pass === "AnnotateTarget") return before || status === "done";
  return before && !(hasRun({ status }) && (pass === "MergeCompilerRegions" || pass === "PartitionGraph"));
}

/** Whether a stage has operators that are only marked. */
export function hasMarks({ regions }: StageSummary): boolean {
  return regions.some(({ marked = 0 }) => marked > 0);
}

/** Sums up a module; `order` holds its nodes, children first. Annotations and operators are not counted as nodes. */
export function summarize(module: Module, order: readonly Expr[], colors: TargetColors, isMarked: boolean): StageSummary {
  let nodes = 0;
  let composites = 0;
  const named = new Set<string>();
  for (const expr of order) {
    if (expr.kind === "Op" || expr.kind === "GlobalVar" || expr.kind === "Constructor" || isAnnotation(expr)) continue;
    nodes++;
    const composite = expr.kind === "Function" ? expr.attrs.get("Composite") : undefined;
    if (composite === undefined) continue;
    composites++;
    if (typeof composite === "string" && composite.indexOf(".") > 0) named.add(composite.slice(0, composite.indexOf(".")));
  }
  const { operators, offloaded, targets, largest, crossing, byOperator } = countsOf(module);
  const regions = targets.map(({ target, regions: count, operators: own, unknown, annotated }) => ({
    target,
    color: colors.colorOf(target),
    count,
    operators: own,
    ...(unknown > 0 ? { unknown } : {}),
    ...(isMarked && annotated > 0 ? { marked: annotated } : {}),
  }));
  for (const target of named) colors.colorOf(target);
  return { operators, offloaded, nodes, functions: module.functions.size, composites, regions, largest, crossing, byOperator };
}
