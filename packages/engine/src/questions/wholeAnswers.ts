/** Answers questions about a stage as a whole: its regions, the operators on the host, why nothing is offloaded. */
import { nothingOffloaded } from "@relayscope/explain";
import { pushTo } from "@relayscope/ir";
import { countsOf, isHostRegion, regionNumbers, type StageRegion, stageRegions } from "@relayscope/regions";
import { follow, hasMarks, lineTable, type Run, whyOf } from "@relayscope/run";
import type { WordAnswer } from "@relayscope/run/contract";
import { wordAnswers } from "../laterDiagnostics.ts";
import { fullGraph } from "./drawStage.ts";
import { isNamed } from "./namedCalls.ts";
import { regionsOfNodes, whyBetween } from "./why.ts";

/** The most operators with individual reasons, so that the answer stays short. */
const maxReasons = 3;
/** The most calls of an operator to try, since each try takes time. */
const maxCallsPerOperator = 8;

/** An answer about no node: it leads to the list of regions. */
function note(title: string, sentence: string): WordAnswer {
  return { kind: "note", title, sentence, from: undefined, to: undefined };
}

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
  return [note(title, sentence), ...left.slice(0, maxReasons).flatMap(({ operator }) => reasonOf(run, stage, operator) ?? [])];
}

/** The regions of the stage or, if they are not merged yet, of the end of the run: how many, and the largest. */
export function regionAnswers(run: Run, stage: number): readonly WordAnswer[] {
  const { last } = whyOf(run).why.ground;
  const isMerged = (at: number) => {
    const summary = run.stages[at]?.result.summary;
    return summary?.regions.some(({ count }) => count > 0) === true && !hasMarks(summary);
  };
  const at = [stage, last].find(isMerged);
  const held = run.stages[at ?? -1];
  if (at === undefined || !held) return nothingAnswer(run, stage);
  const { regions } = stageRegions(held.module);
  const { byRegion } = countsOf(held.module);
  const numbers = regionNumbers(regions);
  const own = regions.filter((region) => !isHostRegion(region));
  const nameOf = ({ index, functionName }: StageRegion) => String(numbers[index] ?? functionName);
  const byTarget = new Map<string, string[]>();
  for (const region of own) pushTo(byTarget, region.target, nameOf(region));
  const counts = [...byTarget].map(([target, names]) => wordAnswers.regionsOf(target, names));
  const sized = own.map((region) => ({ name: `${region.target} ${nameOf(region)}`, operators: byRegion[region.index]?.operators ?? 0 }));
  const most = sized.reduce((found, { operators }) => Math.max(found, operators), 0);
  const largest = sized.filter(({ operators }) => operators === most).map(({ name }) => name);
  const isKnown = own.length > 1 && !own.some(({ isDeclared }) => isDeclared);
  const sentence = [...counts, ...(isKnown ? [wordAnswers.largest(largest, most)] : [])].join(" ");
  return [note(wordAnswers.regionsAfter(own.length, held.pass), sentence)];
}

/** How many calls an operator of the name has at the stage, and how many are offloaded; or the number of composites. */
export function countAnswers(run: Run, stage: number, name: string): readonly WordAnswer[] {
  const held = run.stages[stage];
  if (!held) return [];
  const { summary } = held.result;
  if (/^composites?$/.test(name)) return [note(wordAnswers.compositesAfter(summary.composites, held.pass), wordAnswers.composites)];
  const hasRegions = summary.regions.length > 0 && !hasMarks(summary);
  return summary.byOperator.flatMap(({ operator, calls, offloaded }) =>
    isNamed(name)(operator)
      ? [note(wordAnswers.callsAfter(operator, calls, held.pass), wordAnswers.share(hasRegions, calls, offloaded))]
      : [],
  );
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
