/** The results of a target's entries and rules in a run: how often each matched, and what its check or rule refused. */
import { compositeName } from "@relayscope/explain";
import { calledOp, childrenOf, type Expr, keptIn } from "@relayscope/ir";
import { followNode, type Run } from "@relayscope/run";
import type { OutcomeCounts, TargetOutcome } from "@relayscope/run/contract";

/** Refusals of an entry that are listed. */
const mostListed = 1_000;

interface Counts {
  taken: number;
  accepted: number;
  /** The refused nodes, and the stages that have them. */
  readonly refused: { readonly node: Expr; readonly stage: number }[];
}

/** Counts over all MergeComposite and AnnotateTarget steps of the run, by entry name and by operator. */
export function targetOutcome(run: Run, stage: number): TargetOutcome {
  const entries = new Map<string, Counts>();
  const rules = new Map<string, Counts>();
  const count = (table: typeof entries, name: string, answer: "taken" | "accepted" | "refused", refused: Counts["refused"][number]) => {
    const counts = table.get(name) ?? { taken: 0, accepted: 0, refused: [] };
    if (answer === "refused") counts.refused.push(refused);
    else counts.accepted++;
    if (answer === "taken") counts.taken++;
    table.set(name, counts);
  };
  for (const [at, { decisions }] of run.stages.entries()) {
    const inside = decisions.some(({ kind }) => kind === "target") ? insideComposites(run.index(at - 1).order) : undefined;
    for (const decision of decisions) {
      if (decision.kind === "composite" && (decision.outcome === "merged" || decision.outcome === "check-refused")) {
        const answer = decision.outcome === "merged" ? "taken" : "refused";
        count(entries, decision.pattern, answer, { node: decision.root, stage: at - 1 });
      }
      if (decision.kind !== "target") continue;
      const { node } = decision;
      const operator = calledOp(node);
      const isTaken = decision.target === run.request.target && !inside?.has(node);
      for (const { target, answer } of decision.answers ?? []) {
        if (operator === undefined || target !== run.request.target || answer === "none") continue;
        count(rules, operator, answer === "accepted" && isTaken ? "taken" : answer, { node, stage: at - 1 });
      }
    }
  }
  const members = new Map<number, ReadonlySet<Expr>>();
  const referenceOf = ({ node, stage: at }: Counts["refused"][number]) => {
    const known = keptIn(members, at, () => new Set(run.index(at).order));
    const found = known.has(node) ? followNode(run, at, stage, node) : undefined;
    return found ? [found] : [];
  };
  const listed = (table: typeof entries) =>
    [...table].map(([name, { taken, accepted, refused }]): OutcomeCounts => {
      return { name, taken, accepted, refused: refused.length, refusedAt: refused.slice(0, mostListed).flatMap(referenceOf) };
    });
  return { entries: listed(entries), rules: listed(rules) };
}

/** The nodes inside composites: AnnotateTarget asks the rules about them, and marks the composite alone. */
function insideComposites(exprs: readonly Expr[]): ReadonlySet<Expr> {
  const inside = new Set<Expr>();
  const waiting: Expr[] = [];
  for (const expr of exprs) {
    if (expr.kind === "Call" && expr.op.kind === "Function" && compositeName(expr) !== undefined) waiting.push(expr.op.body);
  }
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (inside.has(node)) continue;
    inside.add(node);
    for (const child of childrenOf(node)) waiting.push(child);
  }
  return inside;
}
