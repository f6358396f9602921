/** What became of a target's entries and rules in a run: how often each took something, and how often its check or rule refused. */
import { calledOp } from "@relayscope/ir";
import type { TargetOutcome } from "../contract/index.ts";
import type { Run } from "../run/run.ts";

/** Counts over all MergeComposite and AnnotateTarget steps of the run, by entry name and by operator. */
export function targetOutcome(run: Run): TargetOutcome {
  const entries = new Map<string, { taken: number; refused: number }>();
  const rules = new Map<string, { taken: number; refused: number }>();
  const count = (table: typeof entries, name: string, isTaken: boolean) => {
    const counts = table.get(name) ?? { taken: 0, refused: 0 };
    if (isTaken) counts.taken++;
    else counts.refused++;
    table.set(name, counts);
  };
  for (const { decisions } of run.stages) {
    for (const decision of decisions) {
      if (decision.kind === "composite" && decision.outcome === "merged") count(entries, decision.pattern, true);
      if (decision.kind === "composite" && decision.outcome === "check-refused") count(entries, decision.pattern, false);
      if (decision.kind !== "target") continue;
      const operator = calledOp(decision.node);
      for (const { target, answer } of decision.answers ?? []) {
        if (operator === undefined || target !== run.request.target || answer === "none") continue;
        count(rules, operator, answer === "accepted");
      }
    }
  }
  const listed = (table: typeof entries) => [...table].map(([name, counts]) => ({ name, ...counts }));
  return { entries: listed(entries), rules: listed(rules) };
}
