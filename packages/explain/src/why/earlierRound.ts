/** If a run partitions its module twice, explains regions of the first round as they were made. */
import type { Expr } from "@relayscope/ir";
import type { History } from "../history.ts";
import type { Cause } from "./cause.ts";
import { annotators, didRun, type Ground } from "./ground.ts";

/** The history up to the end of the previous partitioning; undefined if there is none. */
export function earlierHistory({ history, annotate }: Ground): History | undefined {
  if (annotate === undefined) return undefined;
  const end = history.stages.findLastIndex((view, at) => at < annotate && view.pass === "PartitionGraph" && didRun(view));
  const isAnnotated = history.stages.slice(0, end + 1).some((view) => annotators.includes(view.pass) && didRun(view));
  if (end < 0 || !isAnnotated) return undefined;
  return { ...history, stages: history.stages.slice(0, end + 1), rerun: () => undefined };
}

/** Whether a node is in a function that a compiler had before this ground's targets were chosen. */
export function isOfEarlierRound({ functionOf }: Ground, node: Expr): boolean {
  return functionOf(node)?.func.attrs.has("Compiler") ?? false;
}

/** A cause of an earlier round, with its nodes mapped to this ground's base. */
export function asOfNow({ history, base }: Ground, cause: Cause): Cause {
  const now = (nodes: readonly Expr[]) => nodes.flatMap((node) => history.follow(cause.stage, base, node).slice(0, 1));
  const details = cause.details.map(({ node, ...detail }) => ({ ...detail, ...(node ? { node: now([node])[0] ?? node } : {}) }));
  const blamed = cause.blamed === undefined ? {} : { blamed: now(cause.blamed) };
  return { ...cause, stage: base, blockers: now(cause.blockers), ...blamed, path: now(cause.path), details };
}
