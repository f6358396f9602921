/** Answers questions typed into the search: causes of boundaries, why a call is on the host, the nodes on a line. */
import { emptyModule } from "@relayscope/ir";
import { isHostRegion, regionNumbers, stageRegions } from "@relayscope/regions";
import type { Run } from "@relayscope/run";
import type { BoundaryAnswer, CauseLine, WordAnswer } from "@relayscope/run/contract";
import { wordAnswers } from "../laterDiagnostics.ts";
import { type AskedWords, askedWords } from "./askWords.ts";
import { fullGraph } from "./drawStage.ts";
import { hasAll, isNamed, type NamedCall, namedCalls } from "./namedCalls.ts";
import { pairAnswers } from "./pairAnswers.ts";
import { countAnswers, nothingAnswer, offloadAnswers, regionAnswers } from "./wholeAnswers.ts";
import { boundariesAround, boundariesAt, regionsOfNodes, whyAnswer, whyBetween } from "./why.ts";

/** The most answers of each kind, and the most calls on the host to examine. */
const [mostCauses, mostCalls, mostAsked] = [5, 4, 400];

/**
 * The answers at a stage, ordered by how much of the question they cover; empty if the question contains no known word.
 */
export function answersInWords(run: Run, stage: number, query: string): readonly WordAnswer[] {
  const asked = askedWords(query);
  if (asked.names.length === 0 && asked.topics.size === 0 && asked.line === undefined && !asked.whole) return [];
  const [name] = asked.names;
  const counts = asked.isCounted && name !== undefined && asked.names.length === 1 ? countAnswers(run, stage, name) : [];
  return [...counts, ...otherAnswers(run, stage, asked)];
}

function otherAnswers(run: Run, stage: number, asked: AskedWords): readonly WordAnswer[] {
  const regions = asked.line === undefined ? namedRegionAnswers(run, stage, asked) : [];
  const exact = regions.length > 0 ? regions : pairAnswers(run, stage, asked);
  if (exact.length > 0) return exact.map(exactly);
  if (asked.whole === "regions") return regionAnswers(run, stage);
  const isOfHost = asked.whole === "operators" || (asked.isOfNothing && asked.topics.has("host") && asked.line === undefined);
  const nothing = isOfHost ? offloadAnswers(run, stage) : [];
  if (nothing.length > 0) return nothing;
  const { names, topics, line, ordinal } = asked;
  if (ordinal !== undefined && names.length > 0) {
    const [which] = callAnswers(run, stage, asked);
    if (which) return [exactly(which)];
    const taken = asked.isOfHost ? allTakenAnswers(run, stage, names) : [];
    if (taken.length > 0) return taken;
  }
  const answered = line === undefined ? causeAnswers(run, stage, asked) : [];
  const causes = answered.map(({ answer }) => answer);
  if (causes.length === 0 && names.length === 0 && topics.has("boundaries")) return nothingAnswer(run, stage);
  // Where nothing is offloaded there is no boundary: then the calls themselves answer.
  const hasNone = causes.length === 0 && topics.has("host");
  const calls = line === undefined && names.length === 0 && !hasNone ? [] : callAnswers(run, stage, asked);
  // A boundary of a call's region may be in the list of causes.
  const said = new Set(causes.map(({ sentence }) => sentence));
  const own = calls.filter(({ kind, sentence }) => kind === "call" || !said.has(sentence));
  if (line !== undefined) return own.map(exactly);
  if (topics.size > 0 || names.length !== 1) return [...causes, ...own];
  // A name alone is a question about its calls. A cause may contain the name only because a pattern needs it. A cause
  // that blames the operator for several boundaries also counts its calls, so it comes first.
  const isCounting = ({ blames, boundaries }: AnsweredCause) => boundaries > 1 && names.every((name) => blames.some(isNamed(name)));
  const counting = new Set(answered.filter(isCounting).map(({ answer }) => answer));
  return [...counting, ...own, ...causes.filter((cause) => !counting.has(cause))];
}

function exactly(answer: WordAnswer): WordAnswer {
  return { ...answer, isExact: true };
}

/**
 * The boundaries between the regions in a question or, for a single region, all its boundaries. If no value crosses
 * between two regions, the answer is the nodes between them.
 */
function namedRegionAnswers(run: Run, stage: number, asked: AskedWords): readonly WordAnswer[] {
  const { places, missing } = namedRegions(run, stage, asked);
  const [first, ...others] = places;
  if (first === undefined) return missing;
  const meant = new Set(places);
  const isMeant = (region: BoundaryAnswer["fromRegion"]) => region?.place !== undefined && meant.has(region.place);
  const own =
    others.length === 0
      ? boundariesAt(run, stage, { kind: "region", region: first })
      : whyAnswer(run, stage).boundaries.filter((b) => isMeant(b.fromRegion) && isMeant(b.toRegion));
  const found = own.length > 0 ? own : betweenNext(run, stage, places);
  return [...missing, ...found.slice(0, mostCauses).map(boundaryAnswer)];
}

interface NamedRegions {
  readonly places: readonly number[];
  /** An answer for each number that is not a region's. */
  readonly missing: readonly WordAnswer[];
}

/**
 * The regions in a question: by their function, as `target_number`, as a target followed by numbers, or by number if
 * the question is about regions.
 */
function namedRegions(run: Run, stage: number, asked: AskedWords): NamedRegions {
  const { names, topics } = asked;
  const { regions } = stageRegions(run.stages[stage]?.module ?? emptyModule);
  const numbers = regionNumbers(regions);
  const targets = new Set(regions.map(({ target }) => target.toLowerCase()));
  const words = new Set<string>();
  const wanted: { readonly target: string; readonly number: string }[] = [];
  let target: string | undefined;
  for (const name of names) {
    const [, before = "", number = ""] = /^(.+)_(\d+)$/.exec(name) ?? [];
    if (targets.has(name)) target = name;
    else if (!/^\d+$/.test(name)) words.add(name.replace(/^@/, ""));
    else if (target !== undefined) words.add(`${target}_${name}`);
    else if (topics.has("boundaries")) words.add(name);
    if (targets.has(before)) wanted.push({ target: before, number });
    else if (/^\d+$/.test(name) && (target !== undefined || asked.regions.includes(name)))
      wanted.push({ target: target ?? "", number: name });
  }
  const own = regions.flatMap((region, at) => (isHostRegion(region) ? [] : [{ region, number: numbers[at] }]));
  const places = own.flatMap(({ region, number }) => {
    const known = [region.functionName, ...(number === undefined ? [] : [`${region.target}_${number}`, String(number)])];
    return known.some((word) => words.has(word.toLowerCase())) ? [region.index] : [];
  });
  const missing = wanted.flatMap(({ target, number }): readonly WordAnswer[] => {
    const ofTarget = own.filter(({ region }) => target === "" || region.target.toLowerCase() === target);
    if (own.length === 0 || ofTarget.some((one) => String(one.number) === number)) return [];
    const name = target === "" ? "" : (ofTarget[0]?.region.target ?? target);
    const names = ofTarget.map((one) => String(one.number ?? one.region.functionName));
    const title = wordAnswers.noRegion(name === "" ? number : `${name} ${number}`);
    return [{ kind: "note", title, sentence: wordAnswers.regionsOf(name, names), from: undefined, to: undefined }];
  });
  return { places, missing };
}

/** The boundaries between each region and the next, found by a node of each. */
function betweenNext(run: Run, stage: number, places: readonly number[]): readonly BoundaryAnswer[] {
  const { nodes, regions } = fullGraph(run, stage);
  const nodeOf = (place: number | undefined) =>
    regions[place ?? -1]?.nodes.flatMap((at) => nodes[at] ?? []).find(({ card }) => card === "operator")?.id;
  return places.slice(1).flatMap((place, at) => {
    const [from, to] = [nodeOf(places[at]), nodeOf(place)];
    return from === undefined || to === undefined ? [] : boundariesAt(run, stage, { kind: "nodes", from, to });
  });
}

function boundaryAnswer({ from, to, fromRegion, toRegion, cause }: BoundaryAnswer): WordAnswer {
  const title = wordAnswers.between(fromRegion?.name ?? from.label, toRegion?.name ?? to.label);
  return { kind: "cause", title, sentence: cause.sentence, from: from.id, to: to.id };
}

interface AnsweredCause {
  readonly answer: WordAnswer;
  /** The operators that the cause blames, and the number of its boundaries. */
  readonly blames: readonly string[];
  readonly boundaries: number;
}

/** The lines of the list of causes that contain all names; all lines for a question without names. */
function causeAnswers(run: Run, stage: number, { names, topics }: AskedWords): readonly AnsweredCause[] {
  const { lines, boundaries } = whyAnswer(run, stage);
  const own = lines.filter((line) => hasAll(textOf(line), names) && (!topics.has("host") || line.operators > 0));
  return own.slice(0, mostCauses).flatMap((line): readonly AnsweredCause[] => {
    const boundary = boundaries[line.boundaries[0] ?? -1];
    if (!boundary) return [];
    const title = wordAnswers.cause(line.subject || line.code, line.boundaries.length);
    const blames = line.subject.split(", ");
    const answer = { kind: "cause", title, sentence: line.sentence, from: boundary.from.id, to: boundary.to.id } as const;
    return [{ answer, blames, boundaries: line.boundaries.length }];
  });
}

function textOf({ subject, code, target, sentence }: CauseLine): string {
  return `${subject} ${code} ${target} ${sentence}`.toLowerCase();
}

/** The calls that an ordinal counts: those whose operator has exactly the name or, if there are none, all. */
function counted(calls: readonly NamedCall[], names: readonly string[]): readonly NamedCall[] {
  const exact = calls.filter(({ node }) => names.some((name) => isNamed(name)(node.operator)));
  return exact.length > 0 ? exact : calls;
}

/** Answers that no call of an operator is on the host, to a question that counts such calls. */
function allTakenAnswers(run: Run, stage: number, names: readonly string[]): readonly WordAnswer[] {
  const regionOf = regionsOfNodes(run, stage);
  const own = counted(namedCalls(run, stage, names), names);
  const [first] = own;
  if (!first || own.some(({ node }) => !regionOf(node.id))) return [];
  const operators = [...new Set(own.map(({ node }) => node.operator))];
  const title = wordAnswers.allTaken(operators, own.length);
  return [{ kind: "note", title, sentence: wordAnswers.noneOnHost(operators), from: first.node.id, to: undefined, isExact: true }];
}

/**
 * Answers about calls with the names or on the line: the region of each, or why it is in none. Calls with the same
 * answer share one. Calls on the host come first, in line order. A question about boundaries gets the boundaries of the
 * calls' regions. `first conv2d not taken` counts only calls on the host.
 */
function callAnswers(run: Run, stage: number, { names, line, topics, ordinal, isOfHost }: AskedWords): readonly WordAnswer[] {
  const regionOf = regionsOfNodes(run, stage);
  const all = namedCalls(run, stage, names);
  const byLine = () => all.toSorted((a, b) => (a.line ?? Number.POSITIVE_INFINITY) - (b.line ?? Number.POSITIVE_INFINITY));
  const wanted =
    ordinal === undefined
      ? byLine()
      : counted(all, names)
          .filter(({ node }) => !isOfHost || !regionOf(node.id))
          .slice(ordinal)
          .slice(0, 1);
  const found = new Map<string, [NamedCall, ...NamedCall[]]>();
  const inRegion = new Map<string, [NamedCall, ...NamedCall[]]>();
  const offloaded: number[] = [];
  let asked = 0;
  for (const call of wanted) {
    const { node } = call;
    if (line !== undefined && call.line !== line) continue;
    const region = regionOf(node.id);
    if (region) {
      offloaded.push(node.id);
      addCall(inRegion, wordAnswers.inRegion(region.name, region.place === undefined), call);
      continue;
    }
    if (asked++ >= mostAsked) continue;
    const cause = whyBetween(run, stage, node.id)?.cause;
    if (cause) addCall(found, cause.sentence, call);
  }
  const around = topics.has("boundaries") ? boundariesAround(run, stage, offloaded).map(boundaryAnswer) : [];
  return [...callsTogether(found), ...(around.length > 0 ? around : callsTogether(inRegion))].slice(0, mostCalls);
}

/** Adds a call to those of its operator that have the same answer. */
function addCall(groups: Map<string, [NamedCall, ...NamedCall[]]>, sentence: string, call: NamedCall): void {
  const key = `${call.node.operator} ${sentence}`;
  const known = groups.get(key);
  if (known) known.push(call);
  else groups.set(key, [call]);
}

/** An answer for all calls of a group. */
function callsTogether(groups: ReadonlyMap<string, readonly [NamedCall, ...NamedCall[]]>): readonly WordAnswer[] {
  return [...groups].slice(0, mostCalls).map(([key, calls]): WordAnswer => {
    const { operator, id } = calls[0].node;
    const lines = [...new Set(calls.flatMap(({ line }) => line ?? []))];
    const title = wordAnswers.calls(operator, lines, calls.length);
    return { kind: "call", title, sentence: key.slice(operator.length + 1), from: id, to: undefined };
  });
}
