/** Why there is a boundary between a node and its neighbors: what MergeCompilerRegions said of the annotations between them. */
import { calledOp, type Expr } from "@relayscope/ir";
import type { MergeDecision } from "@relayscope/passes";
import { type Answer, decisionsOf, type History } from "./history.ts";
import { listed, nameOf } from "./names.ts";
import { consumersOf, producerOf } from "./regionNodes.ts";

const mostAnswers = 6;

export function boundariesOf(history: History, stage: number, expr: Expr): readonly Answer[] {
  const answers: Answer[] = [];
  const all = decisionsOf(history, "merge");
  const stages = new Set(all.map((d) => d.stage));
  for (const at of stages) {
    const before = history.stages[at - 1];
    if (!before) continue;
    const own = new Set(history.follow(stage, at - 1, expr));
    const consumers = consumersOf(before.module);
    const decisions = all.filter((d) => d.stage === at).map((d) => d.decision);
    const memberOf = membersByRegion(decisions, consumers);
    const seen = new Set<Expr>();
    for (const decision of decisions.toReversed()) {
      if (decision.outcome === "merged" || seen.has(decision.at)) continue;
      seen.add(decision.at);
      const producer = producerOf(decision.at);
      const users = consumers(decision.at);
      if (!own.has(producer) && !users.some((user) => own.has(user))) continue;
      const user = users.find((u) => own.has(u)) ?? users[0];
      answers.push(answerOf(decision, producer, user, memberOf, at - 1));
      if (answers.length >= mostAnswers) return answers;
    }
  }
  return answers;
}

function answerOf(
  decision: MergeDecision,
  producer: Expr,
  user: Expr | undefined,
  memberOf: ReadonlyMap<number, readonly Expr[]>,
  stage: number,
): Answer {
  const from = nameOf(producer);
  const to = user ? nameOf(user) : "the result";
  const question = `Why is there a boundary between \`${from}\` and \`${to}\`?`;
  if (decision.outcome === "restricted") {
    const between = decision.through.flatMap((region) => memberOf.get(region)?.slice(0, 2) ?? []);
    return {
      question,
      answer: `Both are for \`${decision.target}\`, but a path leaves the one region and comes back into the other through ${listed(
        between.map(nameOf),
      )}, which another target runs. One region of both would wait for itself.`,
      cures: [`Let \`${decision.target}\` take ${listed(between.map(nameOf))} too: then nothing stands between them.`],
      nodes: [producer, ...(user ? [user] : []), ...between],
      stage,
    };
  }
  return {
    question,
    answer: `They are for different targets: \`${from}\` is for \`${decision.target}\`, \`${to}\` is not.`,
    cures: cureFor(
      decision.target === "default" ? producer : user,
      decision.target === "default" ? "the target" : `\`${decision.target}\``,
    ),
    nodes: [producer, ...(user ? [user] : [])],
    stage,
  };
}

/** Only a call of an operator can be taken by a rule. */
function cureFor(node: Expr | undefined, target: string): readonly string[] {
  const operator = node && calledOp(node);
  return operator ? [`Let ${target} take \`${operator}\`: an operator rule or a pattern for it.`] : [];
}

/** Regions are told by the nodes next to the annotations they were decided at. */
function membersByRegion(
  decisions: readonly MergeDecision[],
  consumers: (annotation: Expr) => readonly Expr[],
): ReadonlyMap<number, readonly Expr[]> {
  const members = new Map<number, Set<Expr>>();
  const add = (region: number, expr: Expr) => {
    const known = members.get(region);
    if (known) known.add(expr);
    else members.set(region, new Set([expr]));
  };
  for (const { parent, child, at } of decisions) {
    add(parent, producerOf(at));
    for (const user of consumers(at)) add(child, user);
  }
  return new Map([...members].map(([region, set]) => [region, [...set]]));
}
