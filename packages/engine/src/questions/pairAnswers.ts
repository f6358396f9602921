/** Answers why two calls that a question names are not in one region. */
import { pushTo } from "@relayscope/ir";
import type { Run } from "@relayscope/run";
import type { WordAnswer } from "@relayscope/run/contract";
import { wordAnswers } from "../laterDiagnostics.ts";
import type { AskedWords } from "./askWords.ts";
import { type NamedCall, namedCalls } from "./namedCalls.ts";
import { regionsOfNodes, whyBetween } from "./why.ts";

/** The most pairs to examine, the nearest first, and the most answers. */
const [mostPairs, mostAnswers] = [24, 4];

type Pair = readonly [NamedCall, NamedCall];

/**
 * The answers for calls of two operators, or of two lines; pairs with one answer share it, and those that are apart
 * come first. Empty if the question does not name two.
 */
export function pairAnswers(run: Run, stage: number, { names, line, toLine, ordinal }: AskedWords): readonly WordAnswer[] {
  const sides = line === undefined ? namedSides(run, stage, names) : sidesOn(run, stage, line, toLine);
  if (!sides || ordinal !== undefined) return [];
  const apart = new Map<string, WordAnswer>();
  const joined = new Map<string, WordAnswer>();
  const regionOf = regionsOfNodes(run, stage);
  for (const [from, to] of nearestPairs(...sides)) {
    const answer = whyBetween(run, stage, from.node.id, to.node.id);
    const [region, other] = [regionOf(from.node.id), regionOf(to.node.id)];
    const title = wordAnswers.between(titleOf(from), titleOf(to));
    const made = { title, from: from.node.id, to: to.node.id };
    if (answer?.cause) {
      const { sentence } = answer.cause;
      if (!apart.has(sentence)) apart.set(sentence, { kind: "cause", sentence, ...made });
    } else if (answer?.isJoined && region) {
      // Before MergeCompilerRegions the two may be in different regions, which are one at the end.
      const isOne = region.place === other?.place;
      const sentence = wordAnswers.bothInRegion(isOne ? region.name : undefined, region.place === undefined || !isOne);
      if (!joined.has(sentence)) joined.set(sentence, { kind: "cause", sentence, ...made });
    }
  }
  return [...apart.values(), ...joined.values()].slice(0, mostAnswers);
}

function titleOf({ node, line }: NamedCall): string {
  return wordAnswers.call(node.operator, line);
}

/** The calls of two names; other names of the question may be those of targets or passes. */
function namedSides(run: Run, stage: number, names: readonly string[]): readonly [readonly NamedCall[], readonly NamedCall[]] | undefined {
  if (names.length < 2) return undefined;
  const [a, b, ...others] = names.flatMap((name) => {
    const calls = namedCalls(run, stage, [name]);
    return calls.length === 0 ? [] : [calls];
  });
  return a && b && others.length === 0 ? [a, b] : undefined;
}

function sidesOn(run: Run, stage: number, line: number, toLine: number | undefined) {
  if (toLine === undefined) return undefined;
  const byLine = new Map<number, NamedCall[]>();
  for (const call of namedCalls(run, stage, [])) if (call.line !== undefined) pushTo(byLine, call.line, call);
  const [a, b] = [byLine.get(line), byLine.get(toLine)];
  return a && b && ([a, b] as const);
}

/** Pairs of a call of each side, each with the next one before and after it, the nearest first. */
function nearestPairs(froms: readonly NamedCall[], tos: readonly NamedCall[]): readonly Pair[] {
  const pairs: Pair[] = [];
  let next = 0;
  for (const from of froms) {
    while (next < tos.length && (tos[next]?.node.id ?? 0) <= from.node.id) next++;
    const before = tos.slice(Math.max(0, next - 2), next).findLast(({ node }) => node.id !== from.node.id);
    for (const to of [before, tos[next]]) if (to) pairs.push([from, to]);
  }
  const distance = ([a, b]: Pair) => Math.abs(a.node.id - b.node.id);
  return pairs.sort((a, b) => distance(a) - distance(b)).slice(0, mostPairs);
}
