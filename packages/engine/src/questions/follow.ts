/** Follows the selected nodes to another stage. */
import { follow } from "@relayscope/run";
import type { Asked } from "./question.ts";

/** Answers `follow` once both stages exist. */
export async function followIds({ runOf, working }: Asked, epoch: number, from: number, to: number, ids: readonly number[]) {
  const run = runOf(epoch);
  await run.stage(from);
  await run.stage(to);
  working();
  return follow(run, from, to, ids);
}
