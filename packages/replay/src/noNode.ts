/**
 * Why a line of the text has no node where targets are chosen: nothing uses it, a pass took it out, or it has no call.
 */
import { type Expr, emptyModule, moduleOrder } from "@relayscope/ir";
import { lineTable, type Run, whyOf } from "@relayscope/run";
import { noNodes } from "./diagnostics.ts";

/** A sentence about the first of some lines (from 1) that has no node. */
export function whyNoNode(run: Run, lines: readonly number[]): string {
  const { why, text } = whyOf(run);
  const line = lines.find((asked) => text.nodesOf(asked).length === 0);
  if (line === undefined) return noNodes.other;
  const positionOf = lineTable(run.request.text);
  const order = moduleOrder(run.stages[0]?.read ?? emptyModule);
  const read = order.filter(({ kind, span }) => kind === "Call" && span && positionOf(span.start).line === line);
  const written = run.request.text.split("\n");
  if (read.length > 0) return removedBy(run, read, line);
  const [, name] = /^\s*(%[\w.]+)\s*=[^=]/.exec(written[line - 1] ?? "") ?? [];
  const holder = written.slice(0, line).findLast((before) => /^\s*def @/.test(before));
  const [, owner = "main"] = /def @([\w.]+)/.exec(holder ?? "") ?? [];
  const isRead = order.some((node) => node.span && positionOf(node.span.start).line === line);
  return name !== undefined && !isRead && why.ground.order.length > 0 ? noNodes.unused(name, owner) : noNodes.noCall;
}

/** Which pass removed the calls of a line, and what replaced them. */
function removedBy(run: Run, read: readonly Expr[], line: number): string {
  const { history, base } = whyOf(run).why.ground;
  const starts = new Set(read.map((node) => node.span?.start));
  const typed = history.order(0).filter((node) => node.kind === "Call" && starts.has(run.sourceOf(0, node)?.start));
  for (let stage = 1; stage <= base; stage++) {
    const left = typed.flatMap((node) => history.follow(0, stage, node));
    if (left.some(({ kind }) => kind !== "Constant")) continue;
    const pass = history.stages[stage]?.pass ?? "";
    return left.length > 0 ? noNodes.folded(pass, line) : noNodes.removed(pass, line);
  }
  return noNodes.other;
}
