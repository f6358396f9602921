/** Diagnostics as the page shows them: with line and column, and the numbers of the nodes they are about. */
import { at, type Diagnostic, type Expr, type Span } from "@relayscope/ir";
import type { Problem } from "../contract/index.ts";

/** Line starts of a text, for many look-ups. */
export function lineTable(text: string): (offset: number) => { readonly line: number; readonly column: number } {
  const starts = [0];
  for (let i = text.indexOf("\n"); i >= 0; i = text.indexOf("\n", i + 1)) starts.push(i + 1);
  return (offset) => {
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (at(starts, middle) <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: offset - at(starts, low) + 1 };
  };
}

export interface ProblemPlaces {
  positionOf(offset: number): { readonly line: number; readonly column: number };
  /** The place in the input text of a node, or of its origin. */
  sourceOf(expr: Expr): Span | undefined;
  idOf(expr: Expr): number | undefined;
}

export function toProblem(d: Diagnostic, places: ProblemPlaces): Problem {
  const span = d.span ?? (d.node ? places.sourceOf(d.node) : undefined);
  const position = span ? places.positionOf(span.start) : undefined;
  return {
    code: d.code,
    severity: d.severity,
    message: d.message,
    hints: d.hints,
    range: span ? { start: span.start, end: span.end } : undefined,
    line: position?.line,
    column: position?.column,
    pass: d.pass,
    node: d.node ? places.idOf(d.node) : undefined,
    ...(d.calls ? { calls: d.calls } : {}),
  };
}

/**
 * Notes that a pass says in the same words of many places as one, at the first of them; errors and warnings stay as
 * they are.
 */
export function gathered(problems: readonly Problem[]): Problem[] {
  const first = new Map<string, { readonly at: number; more: number }>();
  const kept: Problem[] = [];
  for (const problem of problems) {
    const key = JSON.stringify([problem.pass, problem.code, problem.message]);
    const known = problem.severity === "info" ? first.get(key) : undefined;
    if (known) {
      known.more++;
      continue;
    }
    first.set(key, { at: kept.length, more: 0 });
    kept.push(problem);
  }
  for (const { at, more } of first.values()) {
    const problem = kept[at];
    if (problem && more > 0)
      kept[at] = { ...problem, message: `${problem.message} (And at ${more} more ${more === 1 ? "place" : "places"}.)` };
  }
  return kept;
}
