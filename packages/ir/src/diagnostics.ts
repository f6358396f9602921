/** Diagnostics: coded sentences about a place in the text or a node of the graph. Each package writes its own once, in `diagnostics.ts`. */
import type { Expr } from "./expressions.ts";

/** Offsets into the text, in UTF-16 units: `start` inclusive, `end` exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

export type Severity = "error" | "warning" | "info";

export interface Diagnostic {
  /** Stable and readable, e.g. `unknown-operator`. */
  readonly code: string;
  readonly severity: Severity;
  /** A sentence; the subject stands in backquotes. */
  readonly message: string;
  readonly span: Span | undefined;
  /** What to do about it, a sentence each. */
  readonly hints: readonly string[];
  /** The node it is about, where there is one. */
  readonly node?: Expr;
  /** The pass that said it, where one did. */
  readonly pass?: string;
}

export interface DiagnosticPlace {
  readonly span?: Span | undefined;
  readonly node?: Expr;
  readonly hints?: readonly string[];
  readonly severity?: Severity;
}

/** A diagnostic; its span defaults to the node's. */
export function diagnostic(code: string, message: string, place: DiagnosticPlace = {}): Diagnostic {
  const base: Diagnostic = {
    code,
    severity: place.severity ?? "error",
    message,
    span: place.span ?? place.node?.span,
    hints: place.hints ?? [],
  };
  return place.node ? { ...base, node: place.node } : base;
}

/** The nearest of `names` to `name` by edit distance, within a third of its length; undefined where none is near. */
export function nearestName(name: string, names: Iterable<string>): string | undefined {
  let best: string | undefined;
  let bestDistance = Math.max(1, Math.floor(name.length / 3)) + 1;
  const lower = name.toLowerCase();
  for (const candidate of names) {
    if (Math.abs(candidate.length - name.length) >= bestDistance) continue;
    const distance = candidate.toLowerCase() === lower ? 0.5 : editDistance(name, candidate, bestDistance);
    if (distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

function editDistance(a: string, b: string, limit: number): number {
  let previous = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    let least = i;
    for (let j = 1; j <= b.length; j++) {
      const change = (previous[j - 1] as number) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const value = Math.min(change, (previous[j] as number) + 1, (row[j - 1] as number) + 1);
      row.push(value);
      least = Math.min(least, value);
    }
    if (least >= limit) return limit;
    previous = row;
  }
  return previous[b.length] as number;
}
