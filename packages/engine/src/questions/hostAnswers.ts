/** Answers why nothing is offloaded: the operators on the host, and the reasons. */
import { nothingOffloaded } from "@relayscope/explain";
import { follow, lineTable, type Run, whyOf } from "@relayscope/run";
import type { WordAnswer } from "@relayscope/run/contract";
import { wordAnswers } from "../laterDiagnostics.ts";
import { fullGraph } from "./drawStage.ts";
import { regionsOfNodes, whyBetween } from "./why.ts";

/** The most operators with individual reasons, so that the answer stays short. */
const maxReasons = 3;
/** The most calls of an operator to try, since each try takes time. */
const maxCallsPerOperator = 8;

/** Why there is no region, or which pass failed after there were; else empty. */
export function nothingAnswer(run: Run, stage: number): readonly WordAnswer[] {
  const { why } = whyOf(run);
  return nothingOffloaded(why).map(({ question, answer, nodes = [] }) => {
    const ids = nodes.map((node) => run.index(why.ground.base).idOf(node));
    return { kind: "note", title: question, sentence: answer, from: follow(run, why.ground.base, stage, ids)[0], to: undefined };
  });
}

/** The offloaded operators, those on the host, and why; if there is no region, why. */
export function offloadAnswers(run: Run, stage: number): readonly WordAnswer[] {
  const none = nothingAnswer(run, stage);
  if (none.length > 0) return none;
  const summary = run.stages[whyOf(run).why.ground.last]?.result.summary;
  const left = (summary?.byOperator ?? []).filter(({ calls, offloaded }) => calls > offloaded);
  if (!summary || summary.offloaded === 0) return [];
  const title = wordAnswers.offloaded(summary.offloaded, summary.operators);
  const sentence = wordAnswers.onHost(left.map(({ operator, calls, offloaded }) => ({ operator, calls: calls - offloaded })));
  const overview: WordAnswer = { kind: "note", title, sentence, from: undefined, to: undefined };
  return [overview, ...left.slice(0, maxReasons).flatMap(({ operator }) => reasonOf(run, stage, operator) ?? [])];
}

/** Why an operator is on the host: the cause at its first call there that has one. */
function reasonOf(run: Run, stage: number, operator: string): WordAnswer | undefined {
  const regionOf = regionsOfNodes(run, stage);
  const onHost = fullGraph(run, stage).nodes.filter((node) => node.operator === operator && !regionOf(node.id));
  for (const { id } of onHost.slice(0, maxCallsPerOperator)) {
    const cause = whyBetween(run, stage, id)?.cause;
    if (!cause) continue;
    const expr = run.index(stage).exprOf(id);
    const source = expr && run.sourceOf(stage, expr);
    const title = wordAnswers.call(operator, source && lineTable(run.request.text)(source.start).line);
    return { kind: "call", title, sentence: cause.sentence, from: id, to: undefined };
  }
  return undefined;
}
