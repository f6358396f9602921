/** Which pattern took a node, and which ones were tried and refused. */
import type { Expr } from "@relayscope/ir";
import type { CompositeDecision } from "@relayscope/passes";
import { type Answer, decisionsOf, type History } from "./history.ts";
import { nameOf } from "./names.ts";
import { sentences } from "./why/sentences.ts";
import { takerOf } from "./why/tableOrder.ts";

const mostRefusals = 4;

export function compositesOf(history: History, stage: number, expr: Expr): readonly Answer[] {
  const answers: Answer[] = [];
  let refusals = 0;
  let ownAt = -1;
  let own: ReadonlySet<Expr> = new Set();
  let taker: CompositeDecision | undefined;
  for (const { stage: at, decision } of decisionsOf(history, "composite")) {
    if (at !== ownAt) {
      ownAt = at;
      own = new Set(history.follow(stage, at - 1, expr));
      taker = undefined;
    }
    if (!decision.nodes.some((node) => own.has(node))) continue;
    if (decision.outcome === "merged") {
      taker ??= decision;
      answers.push(taken(history, decision, at));
    } else if (refusals++ < mostRefusals) answers.push(refused(decision, at - 1, taker));
  }
  return answers;
}

function taken(history: History, decision: CompositeDecision, at: number): Answer {
  const taker = takerOf(history.stages[at]?.table ?? [], decision);
  return {
    question: "Which pattern took it?",
    answer: sentences.takenByEntry(taker, taker.calls.map(nameOf)),
    cures: [],
    nodes: decision.nodes,
    stage: at - 1,
    pattern: decision.pattern,
  };
}

function refused(decision: CompositeDecision, stage: number, taker: CompositeDecision | undefined): Answer {
  const blocker = decision.blocker ? `\`${nameOf(decision.blocker)}\`` : "another node";
  const question = `Why did pattern \`${decision.pattern}\` not take it?`;
  const { pattern } = decision;
  const nodes = decision.blocker ? [...decision.nodes, decision.blocker] : decision.nodes;
  switch (decision.outcome) {
    case "overlap":
      return {
        question,
        answer: `It matched, but ${blocker} already belongs to ${taker ? `a match of \`${taker.pattern}\`` : "another match"}.`,
        cures: [],
        nodes,
        stage,
        pattern,
      };
    case "outside-user":
      return {
        question,
        answer: `It matched, but ${blocker}, outside of the match, uses an intermediate value of it, and a composite returns only its last value.`,
        cures: [],
        nodes,
        stage,
        pattern,
      };
    default:
      return {
        question,
        answer: `It matched at \`${nameOf(decision.root)}\`, but the pattern's check refused it. This pattern does not try its nodes again.`,
        cures: [],
        nodes,
        stage,
        pattern,
      };
  }
}
