/** Answers questions typed into the search: causes of boundaries, why a call is on the host, what is on a line. */
import { emptyModule } from "@relayscope/ir";
import { isHostRegion, regionNumbers, stageRegions } from "@relayscope/regions";
import type { BoundaryAnswer, CauseLineAnswer, WordAnswer } from "../contract/index.ts";
import { wordAnswers } from "../laterDiagnostics.ts";
import { lineTable } from "../run/problems.ts";
import type { Run } from "../run/run.ts";
import { type AskedWords, askedWords } from "./askWords.ts";
import { fullGraph } from "./drawStage.ts";
import { boundariesAround, boundariesAt, whyAnswer, whyBetween } from "./why.ts";

/** How many answers of a kind are given. */
const [mostCauses, mostCalls] = [5, 4];

/** The answers at a stage, those that cover the most of the question first; empty if it asks for nothing known. */
export function answersInWords(run: Run, stage: number, query: string): readonly WordAnswer[] {
  const asked = askedWords(query);
  if (asked.names.length === 0 && asked.topics.size === 0 && asked.line === undefined) return [];
  const regions = asked.line === undefined ? namedRegionAnswers(run, stage, asked) : [];
  if (regions.length > 0) return regions;
  const causes = asked.line === undefined ? causeAnswers(run, stage, asked) : [];
  // Where nothing is offloaded there is no boundary: then the calls themselves answer.
  const hasNone = causes.length === 0 && asked.topics.has("host");
  const calls = asked.line === undefined && asked.names.length === 0 && !hasNone ? [] : callAnswers(run, stage, asked);
  // A boundary of a call's region may be in the list of causes.
  const said = new Set(causes.map(({ sentence }) => sentence));
  return [...causes, ...calls.filter(({ kind, sentence }) => kind === "call" || !said.has(sentence))];
}

/**
 * Boundaries between regions that a question names; of a single one all. Where nothing crosses from one to the other,
 * what is between the two.
 */
function namedRegionAnswers(run: Run, stage: number, asked: AskedWords): readonly WordAnswer[] {
  const places = namedRegions(run, stage, asked);
  const [first, ...others] = places;
  if (first === undefined) return [];
  const meant = new Set(places);
  const isMeant = (region: BoundaryAnswer["fromRegion"]) => region?.place !== undefined && meant.has(region.place);
  const own =
    others.length === 0
      ? boundariesAt(run, stage, { kind: "region", region: first })
      : whyAnswer(run, stage).boundaries.filter((b) => isMeant(b.fromRegion) && isMeant(b.toRegion));
  const found = own.length > 0 ? own : betweenNext(run, stage, places);
  return found.slice(0, mostCauses).map(boundaryAnswer);
}

/**
 * Places of the regions that a question names: by function, as `target_number`, as a target with numbers after it, or,
 * where it is about regions, by number.
 */
function namedRegions(run: Run, stage: number, { names, topics }: AskedWords): readonly number[] {
  const { regions } = stageRegions(run.stages[stage]?.module ?? emptyModule);
  const numbers = regionNumbers(regions);
  const targets = new Set(regions.map(({ target }) => target.toLowerCase()));
  const words = new Set<string>();
  let target: string | undefined;
  for (const name of names) {
    if (targets.has(name)) target = name;
    else if (!/^\d+$/.test(name)) words.add(name.replace(/^@/, ""));
    else if (target !== undefined) words.add(`${target}_${name}`);
    else if (topics.has("boundaries")) words.add(name);
  }
  return regions.flatMap((region, at) => {
    if (isHostRegion(region)) return [];
    const number = numbers[at];
    const known = [region.functionName, ...(number === undefined ? [] : [`${region.target}_${number}`, String(number)])];
    return known.some((word) => words.has(word.toLowerCase())) ? [region.index] : [];
  });
}

/** What separates each region from the next, asked by a node of each. */
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

/** The lines of the list of causes that have all names; of a question without names all. */
function causeAnswers(run: Run, stage: number, { names, topics }: AskedWords): readonly WordAnswer[] {
  const { lines, boundaries } = whyAnswer(run, stage);
  const own = lines.filter((line) => hasAll(textOf(line), names) && (!topics.has("host") || line.operators > 0));
  return own.slice(0, mostCauses).flatMap((line): readonly WordAnswer[] => {
    const boundary = boundaries[line.boundaries[0] ?? -1];
    if (!boundary) return [];
    const title = wordAnswers.cause(line.subject || line.code, line.boundaries.length);
    return [{ kind: "cause", title, sentence: line.sentence, from: boundary.from.id, to: boundary.to.id }];
  });
}

function textOf({ subject, code, target, sentence }: CauseLineAnswer): string {
  return `${subject} ${code} ${target} ${sentence}`.toLowerCase();
}

function hasAll(text: string, names: readonly string[]): boolean {
  return names.every((name) => text.includes(name));
}

/**
 * Calls that match the names or are on the line: the region of each, or why it is in none. Those on the host come
 * first. A question about boundaries gets those of the regions.
 */
function callAnswers(run: Run, stage: number, { names, line, topics }: AskedWords): readonly WordAnswer[] {
  const lines = lineTable(run.request.text);
  const index = run.index(stage);
  const graph = fullGraph(run, stage);
  const found: WordAnswer[] = [];
  const inRegion: WordAnswer[] = [];
  const offloaded: number[] = [];
  for (const node of graph.nodes) {
    if (found.length >= mostCalls) break;
    if (node.operator === "" || !hasAll(node.operator.toLowerCase(), names)) continue;
    const expr = index.exprOf(node.id);
    const source = expr && run.sourceOf(stage, expr);
    const at = source && lines(source.start).line;
    if (line !== undefined && at !== line) continue;
    const region = graph.regions[node.region];
    const title = wordAnswers.call(node.operator, at);
    if (region) {
      offloaded.push(node.id);
      const sentence = wordAnswers.inRegion(`${region.target} ${region.id}`);
      if (inRegion.length < mostCalls) inRegion.push({ kind: "call", title, sentence, from: node.id, to: undefined });
      continue;
    }
    const cause = whyBetween(run, stage, node.id)?.cause;
    if (!cause) offloaded.push(node.id);
    else found.push({ kind: "call", title, sentence: cause.sentence, from: node.id, to: undefined });
  }
  const around = topics.has("boundaries") ? boundariesAround(run, stage, offloaded).map(boundaryAnswer) : [];
  return [...found, ...(around.length > 0 ? around : inRegion)].slice(0, mostCalls);
}
