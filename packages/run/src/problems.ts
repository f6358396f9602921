/** Diagnostics as the page shows them: with line and column, and the numbers of the nodes they are about. */
import { at, countWhile, type Diagnostic, type Expr, type Span } from "@relayscope/ir";
import type { Problem } from "./contract/index.ts";

/** Line starts of a text, for many look-ups. */
export function lineTable(text: string): (offset: number) => { readonly line: number; readonly column: number } {
  const starts = [0];
  for (let i = text.indexOf("\n"); i >= 0; i = text.indexOf("\n", i + 1)) starts.push(i + 1);
  return (offset) => {
    const line = countWhile(starts.length, (i) => at(starts, i) <= offset);
    return { line, column: offset - at(starts, line - 1) + 1 };
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
    ...(d.asked === undefined ? {} : { asked: d.asked }),
  };
}

/** A diagnostic with the problem that the page shows of it. */
interface Found {
  readonly diagnostic: Diagnostic;
  readonly problem: Problem;
}

/** A key of the message and its place in the text or, without one, its node; undefined if neither is known. */
function placeKey({ message, range, node }: Problem): string | undefined {
  if (range) return `${range.start} ${range.end} ${message}`;
  return node === undefined ? undefined : `node ${node} ${message}`;
}

/** Whether a variable that only a pass has made has no type: the text has no such name at its place. */
function isOfMadeVariable({ diagnostic: { code, node }, problem: { severity, range } }: Found, text: string): boolean {
  if (severity !== "warning" || code !== "unknown-type" || node?.kind !== "Var") return false;
  return range === undefined || !text.startsWith(`%${node.name}`, range.start);
}

/**
 * Collects a run's problems, stage by stage, each from the first stage that finds it. The same message at the same
 * place or node in a later pass is a repetition, unless it is the error that the pass failed with. A variable that a
 * pass made has no type because its value has none. This, too, is a repetition if the pass reports another problem of a
 * node.
 */
export function problemGatherer(text: string): (found: readonly Found[]) => Problem[] {
  const known = new Set<string>();
  return (found) => {
    const hasCause = found.some((one) => one.diagnostic.node && one.problem.severity !== "info" && !isOfMadeVariable(one, text));
    const fresh = found.flatMap((one) => {
      if (hasCause && isOfMadeVariable(one, text)) return [];
      const key = placeKey(one.problem);
      return key !== undefined && known.has(key) && one.problem.severity !== "error" ? [] : [one.problem];
    });
    for (const { problem } of found) {
      const key = placeKey(problem);
      if (key !== undefined) known.add(key);
    }
    return gathered(fresh);
  };
}

/**
 * Merges notes of a pass with the same message at many places into one at the first place. Errors and warnings stay
 * separate.
 */
function gathered(problems: readonly Problem[]): Problem[] {
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
      kept[at] = { ...problem, message: `${problem.message} The same holds at ${more} more ${more === 1 ? "place" : "places"}.` };
  }
  return kept;
}
