/** The results of a target's entries and rules in a run: how often each matched, and what its check or rule refused. */
import { calledOp, type Expr } from "@relayscope/ir";
import type { OutcomeCounts, TargetOutcome } from "../contract/index.ts";
import type { Run } from "../run/run.ts";
import { followNode } from "./follow.ts";

/** Refusals of an entry that are listed. */
const mostListed = 1_000;

interface Counts {
  taken: number;
  /** The refused nodes, and the stages that have them. */
  readonly refused: { readonly node: Expr; readonly stage: number }[];
}

/** Counts over all MergeComposite and AnnotateTarget steps of the run, by entry name and by operator. */
export function targetOutcome(run: Run, stage: number): TargetOutcome {
  const entries = new Map<string, Counts>();
  const rules = new Map<string, Counts>();
  const count = (table: typeof entries, name: string, isTaken: boolean, node: Expr, at: number) => {
    const counts = table.get(name) ?? { taken: 0, refused: [] };
    if (isTaken) counts.taken++;
    else counts.refused.push({ node, stage: at });
    table.set(name, counts);
  };
  for (const [at, { decisions }] of run.stages.entries()) {
    for (const decision of decisions) {
      if (decision.kind === "composite" && decision.outcome === "merged") count(entries, decision.pattern, true, decision.root, at - 1);
      if (decision.kind === "composite" && decision.outcome === "check-refused")
        count(entries, decision.pattern, false, decision.root, at - 1);
      if (decision.kind !== "target") continue;
      const operator = calledOp(decision.node);
      for (const { target, answer } of decision.answers ?? []) {
        if (operator === undefined || target !== run.request.target || answer === "none") continue;
        count(rules, operator, answer === "accepted", decision.node, at - 1);
      }
    }
  }
  const members = new Map<number, ReadonlySet<Expr>>();
  const referenceOf = ({ node, stage: at }: Counts["refused"][number]) => {
    const known = members.get(at) ?? new Set(run.index(at).order);
    members.set(at, known);
    const found = known.has(node) ? followNode(run, at, stage, node) : undefined;
    return found ? [found] : [];
  };
  const listed = (table: typeof entries) =>
    [...table].map(([name, { taken, refused }]): OutcomeCounts => {
      return { name, taken, refused: refused.length, refusedAt: refused.slice(0, mostListed).flatMap(referenceOf) };
    });
  return { entries: listed(entries), rules: listed(rules) };
}
