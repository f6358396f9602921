/** From a place in the input text to nodes. */
import type { Expr } from "@relayscope/ir";
import { follow, type Run } from "@relayscope/run";
import type { Range } from "@relayscope/run/contract";

/** A node of the input and its range in the text. */
interface Said extends Range {
  readonly expr: Expr;
}

/**
 * Ids, at a stage, of the nodes in a range of the input text: the innermost node around a caret, else the nodes inside
 * the range; if the caret is on a line's left side (`%1 = ...`), the value that the line binds. A bound parameter is at
 * its declaration.
 */
export function nodesAt(run: Run, stage: number, range: Range): readonly number[] {
  const index = run.index(0);
  const said = index.order.flatMap((expr): readonly Said[] => {
    const source = expr.kind === "Op" ? undefined : run.sourceOf(0, expr);
    return source ? [{ expr, start: source.start, end: source.end }] : [];
  });
  const found = range.start === range.end ? around(said, range.start, run.request.text) : within(said, range);
  return follow(run, 0, stage, [...new Set(found.map(({ expr }) => index.idOf(expr)))]);
}

function around(said: readonly Said[], offset: number, text: string): readonly Said[] {
  const lineStart = text.lastIndexOf("\n", offset - 1) + 1;
  const newline = text.indexOf("\n", offset);
  const lineEnd = newline < 0 ? text.length : newline;
  let innermost: Said | undefined;
  let bound: Said | undefined;
  for (const one of said) {
    const { start, end } = one;
    if (start <= offset && offset <= end && (!innermost || end - start < innermost.end - innermost.start)) innermost = one;
    if (start >= Math.max(offset, lineStart) && start <= lineEnd && (!bound || end - start > bound.end - bound.start)) bound = one;
  }
  const isWide = !innermost || innermost.start < lineStart;
  const isBinding = bound && /^\s*(let\s+)?%[^=]*=\s*$/.test(text.slice(lineStart, bound.start));
  if (isWide && isBinding && bound) return [bound];
  return innermost ? [innermost] : [];
}

function within(said: readonly Said[], range: Range): readonly Said[] {
  const inside = said.filter(({ start, end }) => start >= range.start && end <= range.end);
  if (inside.length > 0) return inside;
  let innermost: Said | undefined;
  for (const one of said) {
    if (one.start > range.start || one.end < range.end) continue;
    if (!innermost || one.end - one.start < innermost.end - innermost.start) innermost = one;
  }
  return innermost ? [innermost] : [];
}
