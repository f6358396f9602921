/** Nodes by lines of the text, as people and recorded cases name them. */
import { calledOp, type Expr, emptyModule, moduleOrder } from "@relayscope/ir";
import { lineTable } from "@relayscope/run";
import { lastOf, sortOf, type Tracer } from "./anchors.ts";
import type { TrialGround } from "./ground.ts";

/**
 * The nodes of the last stage that a line of the text (from 1) means: what its outermost calls of operators became.
 * Where a call became several nodes, those that still call its operator.
 */
export function nodesAtLine({ spec, stages }: TrialGround, tracer: Tracer, line: number): readonly Expr[] {
  const positionOf = lineTable(spec.text);
  const onLine = moduleOrder(stages[0]?.read ?? emptyModule).filter(
    (e) => e.span && calledOp(e) !== undefined && positionOf(e.span.start).line === line,
  );
  const outermost = onLine.filter((e) => !onLine.some((o) => o !== e && encloses(o, e)));
  return moduleOrder(lastOf(stages).module).filter((e) => {
    const meant = outermost.filter((o) => sortOf(o) === sortOf(e));
    return meant.length > 0 && tracer.back(e, -1).some((origin) => meant.includes(origin));
  });
}

function encloses(outer: Expr, inner: Expr): boolean {
  return outer.span !== undefined && inner.span !== undefined && outer.span.start <= inner.span.start && inner.span.end <= outer.span.end;
}
