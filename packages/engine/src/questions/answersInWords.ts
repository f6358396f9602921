/** Answers questions typed into the search: causes of boundaries, why a call is on the host, what is on a line. */
import { emptyModule } from "@relayscope/ir";
import { isHostRegion, regionNumbers, stageRegions } from "@relayscope/regions";
import type { BoundaryAnswer, CauseLineAnswer, WordAnswer } from "../contract/index.ts";
import { wordAnswers } from "../laterDiagnostics.ts";
import { lineTable } from "../run/problems.ts";
import type { Run } from "../run/run.ts";
import { type AskedWords, askedWords } from "./askWords.ts";
import { fullGraph } from "./drawStage.ts";
import { nothingAnswers } from "./hostAnswers.ts";
import { boundariesAround, boundariesAt, whyAnswer, whyBetween } from "./why.ts";

/** How many answers of a kind are given. */
const [mostCauses, mostCalls] = [5, 4];

/** The answers at a stage, those that cover the most of the question first; empty if it asks for nothing known. */
export function answersInWords(run: Run, stage: number, query: string): readonly WordAnswer[] {
  const asked = askedWords(query);
  if (asked.names.length === 0 && asked.topics.size === 0 && asked.line === undefined) return [];
  const regions = asked.line === undefined ? namedRegionAnswers(run, stage, asked) : [];
  if (regions.length > 0) return regions;
  const nothing = asked.isOfNothing && asked.topics.has("host") && asked.line === undefined ? nothingAnswers(run, stage) : [];
  if (nothing.length > 0) return nothing;
  const { names, topics, line, ordinal } = asked;
  if (ordinal !== undefined && names.length > 0) {
    const [which] = callAnswers(run, stage, asked);
    if (which) return [which];
  }
  const causes = line === undefined ? causeAnswers(run, stage, asked) : [];
  // Where nothing is offloaded there is no boundary: then the calls themselves answer.
  const hasNone = causes.length === 0 && topics.has("host");
  const calls = line === undefined && names.length === 0 && !hasNone ? [] : callAnswers(run, stage, asked);
  // A boundary of a call's region may be in the list of causes.
  const said = new Set(causes.map(({ sentence }) => sentence));
  const own = calls.filter(({ kind, sentence }) => kind === "call" || !said.has(sentence));
  // A name alone asks what becomes of its calls; a cause may name it only as what a pattern needs.
  return topics.size === 0 && names.length === 1 ? [...own, ...causes] : [...causes, ...own];
}

/**
 * Boundaries between regions that a question names; of a single one all. Where nothing crosses from one to the other,
 * what is between the two.
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
  /** An answer for each number that no region has. */
  readonly missing: readonly WordAnswer[];
}

/**
 * The regions that a question names: by function, as `target_number`, as a target with numbers after it, or,
 * where it is about regions, by number.
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
 * first. A question about boundaries gets those of the regions. `first conv2d not taken` counts those on the host.
 */
function callAnswers(run: Run, stage: number, { names, line, topics, ordinal, isOfHost }: AskedWords): readonly WordAnswer[] {
  const lines = lineTable(run.request.text);
  const index = run.index(stage);
  const graph = fullGraph(run, stage);
  const found: WordAnswer[] = [];
  const inRegion: WordAnswer[] = [];
  const offloaded: number[] = [];
  const named = graph.nodes.filter(({ operator }) => operator !== "" && hasAll(operator.toLowerCase(), names));
  const exact = named.filter(({ operator }) => names.some((name) => `.${operator.toLowerCase()}`.endsWith(`.${name}`)));
  const counted = (exact.length > 0 ? exact : named).filter(({ region }) => !isOfHost || !graph.regions[region]);
  const inOrder = counted.toSorted((a, b) => a.id - b.id);
  for (const node of ordinal === undefined ? named : inOrder.slice(ordinal).slice(0, 1)) {
    if (found.length >= mostCalls) break;
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
