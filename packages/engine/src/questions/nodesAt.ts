/** From a place in the input text to nodes. */
import type { Expr } from "@relayscope/ir";
import type { Range } from "../contract/index.ts";
import type { Run } from "../run/run.ts";
import { follow } from "./follow.ts";

/**
 * Numbers, at a stage, of what a range of the input text says: the innermost node around a caret, else the nodes that lie in the range;
 * where the caret is on a line's left side (`%1 = ...`), what the line binds.
 */
export function nodesAt(run: Run, stage: number, range: Range): readonly number[] {
  const index = run.index(0);
  const found = range.start === range.end ? around(index.order, range.start, run.request.text) : within(index.order, range);
  const ids = new Set<number>();
  for (const expr of found) ids.add(index.idOf(expr));
  return follow(run, 0, stage, [...ids]);
}

function around(order: readonly Expr[], offset: number, text: string): readonly Expr[] {
  const lineStart = text.lastIndexOf("\n", offset - 1) + 1;
  const newline = text.indexOf("\n", offset);
  const lineEnd = newline < 0 ? text.length : newline;
  let innermost: Expr | undefined;
  let bound: Expr | undefined;
  for (const expr of order) {
    if (!expr.span || expr.kind === "Op") continue;
    const { start, end } = expr.span;
    if (start <= offset && offset <= end && (!innermost?.span || end - start < innermost.span.end - innermost.span.start)) innermost = expr;
    if (start >= Math.max(offset, lineStart) && start <= lineEnd && (!bound?.span || end - start > bound.span.end - bound.span.start))
      bound = expr;
  }
  const isWide = !innermost?.span || innermost.span.start < lineStart;
  const isBinding = bound?.span && /^\s*(let\s+)?%[^=]*=\s*$/.test(text.slice(lineStart, bound.span.start));
  if (isWide && isBinding && bound) return [bound];
  return innermost ? [innermost] : [];
}

function within(order: readonly Expr[], range: Range): readonly Expr[] {
  const inside = order.filter((e) => e.kind !== "Op" && e.span && e.span.start >= range.start && e.span.end <= range.end);
  if (inside.length > 0) return inside;
  let innermost: Expr | undefined;
  for (const expr of order) {
    if (!expr.span || expr.span.start > range.start || expr.span.end < range.end) continue;
    if (!innermost?.span || expr.span.end - expr.span.start < innermost.span.end - innermost.span.start) innermost = expr;
  }
  return innermost ? [innermost] : [];
}
