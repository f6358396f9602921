/** What became of nodes, and what they were. */
import { type Expr, nameOf } from "@relayscope/ir";
import type { NodeReference } from "../contract/index.ts";
import type { Run } from "../run/run.ts";
import type { Asked } from "./question.ts";

/** The question, asked once both stages are there. */
export async function followIds({ runOf, working }: Asked, epoch: number, from: number, to: number, ids: readonly number[]) {
  const run = runOf(epoch);
  await run.stage(from);
  await run.stage(to);
  working();
  return follow(run, from, to, ids);
}

/** Numbers at stage `to` of what nodes of stage `from` became, or came from where `to` is smaller. */
export function follow(run: Run, from: number, to: number, ids: readonly number[]): readonly number[] {
  let current: readonly number[] = ids;
  const step = to > from ? 1 : -1;
  for (let at = from; at !== to; at += step) {
    const next = new Set<number>();
    const index = run.index(Math.max(at, at + step));
    for (const id of current) {
      if (step > 0) for (const successor of index.successorsOf(id)) next.add(successor);
      else {
        const expr = index.exprOf(id);
        if (expr) for (const origin of index.originsOf(expr)) next.add(origin);
      }
    }
    current = [...next];
  }
  return current;
}

/** A node of stage `from` at stage `to`: what has its name there, before what only stems from it. Undefined where nothing of it is left. */
export function followNode(run: Run, from: number, to: number, node: Expr): NodeReference | undefined {
  const ids = follow(run, from, to, [run.index(from).idOf(node)]);
  const label = nameOf(node);
  const index = run.index(to);
  const named = ids.find((id) => {
    const expr = index.exprOf(id);
    return expr !== undefined && nameOf(expr) === label;
  });
  const id = named ?? ids[0];
  return id === undefined ? undefined : { id, label };
}
