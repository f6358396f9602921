/**
 * Search in a stage: operators, names, regions, composites, types and attributes. Near-linear in the nodes, a word at a
 * time.
 */
import type { DrawableFrame, DrawableGraph, DrawableNode } from "@relayscope/graph";
import { attrText, attrValuesEqual, type Expr, pushTo } from "@relayscope/ir";
import { lineTable, printedText, type Run } from "@relayscope/run";
import type { SearchAnswer, SearchHit } from "@relayscope/run/contract";
import { fullGraph } from "./drawStage.ts";
import { nodesAt } from "./nodesAt.ts";
import { plainValue, type SearchTerm, searchTerms } from "./searchTerms.ts";

const mostHits = 60;
/** A name is bound once a function; more places are not looked at. */
const mostBindings = 40;

/** The parts of a stage that a search needs. */
interface SearchGround {
  readonly run: Run;
  readonly stage: number;
  readonly graph: DrawableGraph;
  /** By frame: the name of the composite or function around it, in lower case. */
  readonly around: readonly string[];
}

/** The results of a query in a stage; empty for an empty query. */
export function searchStage(run: Run, stage: number, query: string): SearchAnswer {
  const terms = searchTerms(query);
  if (terms.length === 0) return { hits: [], total: 0, ids: [] };
  const graph = fullGraph(run, stage);
  const ground: SearchGround = { run, stage, graph, around: graph.frames.map((_, i) => namesAround(graph.frames, i)) };
  const tests = terms.map((term) => testOf(ground, term));
  const named = new Map(tests.flatMap((test) => [...(test.names ?? [])]));
  const found = graph.nodes.flatMap((node) => (node.kind !== "output" && tests.every((test) => test.meets(node)) ? [node] : []));
  const regions = regionHits(ground, terms);
  const frames = frameHits(ground, terms, named);
  const lines = lineTable(run.request.text);
  const index = run.index(stage);
  const first = terms.find((term) => term.kind === "word")?.text ?? "";
  const rank = (node: DrawableNode) => (node.operator.toLowerCase() === first || node.label.toLowerCase() === first ? 0 : 1);
  const best = [...found].sort((a, b) => rank(a) - rank(b)).slice(0, mostHits);
  const nodes = best.map((node): SearchHit => {
    const expr = index.exprOf(node.id);
    const source = expr && run.sourceOf(stage, expr);
    return {
      kind: "node",
      title: node.operator || node.label,
      name: named.get(node.id) ?? "",
      nodes: [node.id],
      region: undefined,
      regionLabel: regionName(graph, node.region),
      detail: node.detail,
      type: [node.dtype, node.shape].filter((t) => t !== "").join(" ") || node.type,
      line: source && lines(source.start).line,
    };
  });
  const ids = new Set(found.map((node) => node.id));
  for (const hit of [...regions, ...frames]) for (const id of hit.nodes) ids.add(id);
  return { hits: [...regions.slice(0, mostHits), ...frames.slice(0, mostHits), ...nodes], total: found.length, ids: [...ids] };
}

interface TermTest {
  meets(node: DrawableNode): boolean;
  /** By id: the name under which a text binds the node. */
  readonly names?: ReadonlyMap<number, string>;
}

function testOf(ground: SearchGround, term: SearchTerm): TermTest {
  const { graph, around } = ground;
  switch (term.kind) {
    case "attribute":
      return { meets: (node) => hasAttribute(ground.run.index(ground.stage).exprOf(node.id), term.name, term.value) };
    case "shape":
      return { meets: (node) => node.type.includes(term.text) };
    case "dtype":
      return { meets: (node) => node.type.split(/[^\w]+/).includes(term.name) };
    case "number":
      return { meets: (node) => String(graph.regions[node.region]?.id ?? "") === term.text || node.value === term.text };
    case "line": {
      const lines = lineTable(ground.run.request.text);
      const index = ground.run.index(ground.stage);
      return {
        meets: ({ id }) => {
          const expr = index.exprOf(id);
          const source = expr && ground.run.sourceOf(ground.stage, expr);
          return source !== undefined && lines(source.start).line === term.line;
        },
      };
    }
    case "variable": {
      const names = bindings(ground, term.name);
      const isBound = names.size > 0 || /^%\d+$/.test(term.name);
      return { names, meets: (node) => names.has(node.id) || node.label === term.name || (!isBound && node.label.startsWith(term.name)) };
    }
    case "global": {
      const isExact = graph.frames.some((f) => f.label === term.name) || graph.nodes.some((n) => n.label === term.name);
      return { meets: (node) => (isExact ? node.label === term.name : node.label.startsWith(term.name)) };
    }
    case "word":
      return {
        meets: (node) =>
          node.operator.toLowerCase().includes(term.text) ||
          node.label.toLowerCase().includes(term.text) ||
          isNamed(around[node.frame] ?? "", term.text) ||
          (graph.regions[node.region]?.target.toLowerCase().includes(term.text) ?? false),
      };
  }
}

/** Whether a word is a composite's name: in full, or without the target. */
function isNamed(composite: string, word: string): boolean {
  return composite !== "" && (composite === word || composite.endsWith(`.${word}`));
}

/**
 * Ids of the values that a text binds as `%name = ...`, those of the input first, then the stage's own; each with words
 * for it.
 */
function bindings({ run, stage }: SearchGround, name: string): ReadonlyMap<number, string> {
  const names = new Map<number, string>();
  for (const at of definitionsOf(run.request.text, name)) {
    for (const id of nodesAt(run, stage, { start: at, end: at })) if (!names.has(id)) names.set(id, `${name} of the input`);
  }
  if (stage === 0) return names;
  const { text, places } = printedText(run, stage);
  const index = run.index(stage);
  for (const at of definitionsOf(text, name)) {
    const place = places.find(({ start }) => start === at);
    const id = place && index.idOf(place.node);
    if (id !== undefined && !names.has(id)) names.set(id, `${name} after ${run.stages[stage]?.pass ?? "the pass"}`);
  }
  return names;
}

/** Offsets at which a text binds a name: `%25 =`, `let %x: int32 =`. */
function definitionsOf(text: string, name: string): readonly number[] {
  const found: number[] = [];
  const rest = /\s*(?::[^=\n]*)?=(?!=)/y;
  for (let at = text.indexOf(name); at >= 0 && found.length < mostBindings; at = text.indexOf(name, at + 1)) {
    rest.lastIndex = at + name.length;
    if (rest.test(text)) found.push(at);
  }
  return found;
}

function hasAttribute(expr: Expr | undefined, name: string, value: string): boolean {
  if (expr?.kind === "Function") {
    for (const [key, held] of expr.attrs)
      if (key.toLowerCase() === name && (value === "" || plainValue(attrText(held)) === value)) return true;
  }
  if (expr?.kind !== "Call" || !expr.attrs) return false;
  const { schema, values } = expr.attrs;
  const at = schema.fields.findIndex((field) => field.name.toLowerCase() === name);
  const field = schema.fields[at];
  if (!field) return false;
  const held = values[at] ?? null;
  if (value === "") return field.default === undefined || !attrValuesEqual(held, field.default);
  return plainValue(attrText(held)) === value;
}

function regionName(graph: DrawableGraph, region: number): string {
  const found = graph.regions[region];
  return found ? `${found.target} ${found.id}` : "";
}

/** Regions that are named: by target, by target and number. */
function regionHits({ graph }: SearchGround, terms: readonly SearchTerm[]): readonly SearchHit[] {
  const isNamed = terms.some((term) => term.kind === "word") && terms.every((term) => term.kind === "word" || term.kind === "number");
  if (!isNamed) return [];
  return graph.regions.flatMap((region, i) => {
    const target = region.target.toLowerCase();
    const meets = (term: SearchTerm) =>
      term.kind === "number"
        ? String(region.id) === term.text
        : term.kind === "word" && (target.includes(term.text) || term.text === "region");
    if (region.kind === "composite" || !terms.every(meets)) return [];
    return [hitOf("region", graph, region.label, idsIn(graph, region.nodes), i)];
  });
}

const namedFrames: ReadonlySet<DrawableFrame["kind"]> = new Set(["composite", "external-function", "function"]);

/** Composites and functions that are drawn at their calls, by their own names or by the names of their results. */
function frameHits({ graph }: SearchGround, terms: readonly SearchTerm[], named: ReadonlyMap<number, string>): readonly SearchHit[] {
  const [term] = terms;
  if (!term || terms.length !== 1) return [];
  const isExact = term.kind === "global" && graph.frames.some((frame) => frame.label === term.name);
  const meets = ({ label, node = -1 }: DrawableFrame) => {
    if (term.kind === "variable") return named.has(node);
    if (term.kind === "word") return label.toLowerCase().includes(term.text);
    return term.kind === "global" && (isExact ? label === term.name : label.startsWith(term.name));
  };
  const inside = new Map<number, number[]>();
  const matching = graph.frames.map((frame) => namedFrames.has(frame.kind) && meets(frame));
  if (!matching.includes(true)) return [];
  graph.nodes.forEach((node, i) => {
    for (let at = node.frame; at >= 0; at = graph.frames[at]?.parent ?? -1) {
      if (!matching[at]) continue;
      pushTo(inside, at, i);
    }
  });
  return graph.frames.flatMap((frame, i) => {
    const nodes = inside.get(i);
    if (!nodes) return [];
    const name = named.get(frame.node ?? -1) ?? "";
    return [{ ...hitOf("frame", graph, frame.label, idsIn(graph, nodes)), name, regionLabel: regionName(graph, frame.region) }];
  });
}

function hitOf(kind: SearchHit["kind"], graph: DrawableGraph, title: string, nodes: readonly number[], region?: number): SearchHit {
  const found = region === undefined ? undefined : graph.regions[region];
  const detail = found ? `${found.inputs} in, ${found.outputs} out` : `${nodes.length} ${nodes.length === 1 ? "node" : "nodes"}`;
  return { kind, title, name: "", nodes, region, regionLabel: "", detail, type: "", line: undefined };
}

function idsIn(graph: DrawableGraph, nodes: readonly number[]): readonly number[] {
  return nodes.flatMap((i) => graph.nodes[i]?.id ?? []);
}

/** The composite or the function nearest around a frame, itself among them. */
function namesAround(frames: readonly DrawableFrame[], index: number): string {
  for (let at = index; at >= 0; at = frames[at]?.parent ?? -1) {
    const frame = frames[at];
    if (frame?.kind === "composite" || frame?.kind === "external-function") return frame.label.toLowerCase();
  }
  return "";
}
