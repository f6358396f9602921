/** A node's history: its change by each pass of a run. */
import { lineageSteps } from "@relayscope/explain";
import { nameOf } from "@relayscope/ir";
import { historyOf, type Run } from "@relayscope/run";
import type { LineageLine } from "@relayscope/run/contract";

/** A line for each pass from the node's creation to its end; empty if the stage has no such node. */
export function nodeLineage(run: Run, stage: number, id: number): readonly LineageLine[] {
  const expr = run.index(stage).exprOf(id);
  if (!expr) return [];
  return lineageSteps(historyOf(run), stage, expr).map(({ nodes, at, ...step }) => {
    const index = run.index(at);
    return { ...step, at, nodes: nodes.map((node) => ({ id: index.idOf(node), label: nameOf(node) })) };
  });
}
