/** Maps lines of the input text to nodes at the base, and back. */
import { type History, isSameWork } from "@relayscope/explain";
import { at, calledOp, countWhile, type Expr, keptIn } from "@relayscope/ir";

/** The start of a node in the text; undefined if it is not from the text. */
type SpanOf = (stage: number, expr: Expr) => { readonly start: number; readonly end: number } | undefined;

/** Lines and nodes of one text. Lines are one-based. */
export class TextNodes {
  private readonly starts: number[] = [0];
  private readonly kept = new Map<Expr, boolean>();
  private readonly lines = new Map<Expr, readonly number[]>();

  constructor(
    private readonly history: History,
    private readonly base: number,
    private readonly spanOf: SpanOf,
    text: string,
  ) {
    for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) this.starts.push(at + 1);
  }

  /**
   * The nodes of a line's call at the base: those that still do its work, or all that come from it. With an operator,
   * its calls; else the outermost call that begins on the line or, without one, whatever else begins there. Empty if
   * nothing does.
   */
  nodesOf(line: number, operator?: string): readonly Expr[] {
    const all = this.nodesOn(line);
    const named = all.filter((node) => operator !== undefined && calledOp(node) === operator);
    const calls = operator === undefined ? all.filter((node) => node.kind === "Call") : named;
    const widest = (calls.length > 0 || (operator !== undefined && all.some((node) => node.kind === "Call")) ? calls : all).reduce<
      Expr | undefined
    >((best, call) => (best && this.width(best) >= this.width(call) ? best : call), undefined);
    return widest ? this.atBase(widest) : [];
  }

  /** The lines of a node of the base; empty if a pass inserted it. */
  linesOf(expr: Expr): readonly number[] {
    return keptIn(this.lines, expr, () => this.findLines(expr));
  }

  private findLines(expr: Expr): readonly number[] {
    const lines = new Set<number>();
    for (const origin of this.history.follow(this.base, 0, expr)) {
      const line = this.lineOf(origin);
      if (line === undefined) continue;
      if (isSameWork(origin, expr) || (calledOp(origin) !== undefined && !this.isKept(origin))) lines.add(line);
    }
    return [...lines].sort((a, b) => a - b);
  }

  /** Nodes that begin on a line and compute something. */
  private nodesOn(line: number): readonly Expr[] {
    return this.history
      .order(0)
      .filter((expr) => expr.kind !== "Var" && expr.kind !== "Constant" && expr.kind !== "Op" && this.lineOf(expr) === line);
  }

  private atBase(expr: Expr): readonly Expr[] {
    const all = this.history.follow(0, this.base, expr);
    const same = all.filter((other) => isSameWork(expr, other));
    return same.length > 0 ? same : all.filter((other) => calledOp(other) !== undefined);
  }

  private isKept(origin: Expr): boolean {
    return keptIn(this.kept, origin, () => this.history.follow(0, this.base, origin).some((other) => isSameWork(origin, other)));
  }

  private width(expr: Expr): number {
    const span = this.spanOf(0, expr);
    return span ? span.end - span.start : 0;
  }

  private lineOf(expr: Expr): number | undefined {
    const start = this.spanOf(0, expr)?.start;
    if (start === undefined) return undefined;
    return countWhile(this.starts.length, (line) => at(this.starts, line) <= start);
  }
}
