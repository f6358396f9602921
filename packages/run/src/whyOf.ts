/** Why a run's last stage is as it is: explanations over its history, kept with the run. */
import { compositeName, type Why, whyOf as whyOfHistory } from "@relayscope/explain";
import { type Expr, postOrderOfInner } from "@relayscope/ir";
import { historyOf } from "./history.ts";
import type { Run } from "./run.ts";
import { TextNodes } from "./textNodes.ts";

interface RunWhy {
  readonly why: Why;
  readonly text: TextNodes;
  /** The names of the composites around the nodes of the last stage. */
  readonly composites: ReadonlyMap<Expr, string>;
  readonly stages: number;
}

const known = new WeakMap<Run, RunWhy>();

/** A run's answers, and its text's lines. Kept with the run. */
export function whyOf(run: Run): RunWhy {
  let own = known.get(run);
  if (own?.stages !== run.stages.length) {
    const history = historyOf(run);
    const why = whyOfHistory(history);
    const text = new TextNodes(history, why.ground.base, (stage, expr) => run.sourceOf(stage, expr), run.request.text);
    own = { why, text, composites: compositesAround(why.ground.history.order(why.ground.last)), stages: run.stages.length };
    known.set(run, own);
  }
  return own;
}

/** By each node inside of a composite: its name. */
function compositesAround(order: readonly Expr[]): ReadonlyMap<Expr, string> {
  const names = new Map<Expr, string>();
  for (const call of order) {
    const name = compositeName(call);
    if (name === undefined || call.kind !== "Call" || call.op.kind !== "Function") continue;
    if (!names.has(call.op.body)) postOrderOfInner(call.op.body, (inner) => names.set(inner, name));
  }
  return names;
}
