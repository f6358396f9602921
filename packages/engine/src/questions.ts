/** Answers to questions about the stages of a run: pictures, texts, nodes, and what became of them. */
import { buildGraph, type DrawableGraph, layoutGraph } from "@relayscope/graph";
import { calledOp, type Expr } from "@relayscope/ir";
import type { GraphAnswer, GraphRequest, Range, StageText } from "./contract.ts";
import { reasons } from "./diagnostics.ts";
import { fusedLabels, fusionGroups } from "./fusionLabels.ts";
import type { StageIndex } from "./identity.ts";
import type { Run } from "./run.ts";

/**
 * The picture of a stage, with fresh arrays that may be transferred. Stages in a row that have nearly the same nodes follow the picture of the last
 * of them, which has the most boxes to make room for: so what passes leave alone stays where it is.
 */
export function drawStage(run: Run, request: GraphRequest): GraphAnswer {
  const graph = drawGraph(run, request);
  const home = homeOf(run, request.stage);
  if (home === request.stage || request.collapsed.length > 0) return { graph, layout: layoutGraph(graph) };
  const previous = homePicture(run, { ...request, stage: home, showGroups: false });
  return { graph, layout: layoutGraph(graph, { previous }) };
}

function drawGraph(run: Run, request: GraphRequest): DrawableGraph {
  const { stage } = request;
  const index = run.index(stage);
  const { places } = run.text(stage);
  const spans = new Map<Expr, Range>();
  for (const place of places) if (!spans.has(place.node)) spans.set(place.node, place);
  const module = run.stages[stage]?.module;
  if (!module) throw new Error(reasons.noStage(stage));
  return buildGraph(module, {
    ids: index.idOf,
    origins: index.originsOf,
    isNew: index.isNew,
    span(expr) {
      const place = spans.get(expr);
      return place && { start: place.start, end: place.end };
    },
    collapsed: request.collapsed,
    hideVariables: request.hideVariables,
    hideConstants: request.hideConstants,
    showAnnotations: request.showAnnotations ?? false,
    targets: targetNames(run),
    groups: request.showGroups ? fusionGroups(run, stage) : [],
    labelOfFused: fusedLabels(run, stage),
  });
}

/** Pictures that later stages follow, by what they show. Kept with the run. */
const homePictures = new WeakMap<Run, Map<string, GraphAnswer>>();

function homePicture(run: Run, request: GraphRequest): GraphAnswer {
  let kept = homePictures.get(run);
  if (!kept) {
    kept = new Map();
    homePictures.set(run, kept);
  }
  const key = `${request.stage} ${request.hideVariables} ${request.hideConstants} ${request.showAnnotations ?? false}`;
  let picture = kept.get(key);
  if (!picture) {
    const graph = drawGraph(run, request);
    picture = { graph, layout: layoutGraph(graph) };
    kept.set(key, picture);
  }
  return picture;
}

/** Of what share of both stages' nodes must be the same for one picture to follow the other. */
const likeness = 0.8;

/** The last of the stages in a row, this one among them, that nearly have the nodes of the first of them. */
function homeOf(run: Run, stage: number): number {
  let first = 0;
  for (let at = 1; at < run.stages.length; at++) {
    if (isAlike(drawnIds(run, first), drawnIds(run, at))) continue;
    if (at > stage) return at - 1;
    first = at;
  }
  return run.stages.length - 1;
}

function isAlike(before: ReadonlySet<number>, after: ReadonlySet<number>): boolean {
  let shared = 0;
  for (const id of after) if (before.has(id)) shared++;
  return shared >= likeness * before.size && shared >= likeness * after.size;
}

const drawnIdSets = new WeakMap<StageIndex, ReadonlySet<number>>();

function drawnIds(run: Run, stage: number): ReadonlySet<number> {
  const index = run.index(stage);
  let ids = drawnIdSets.get(index);
  if (!ids) {
    ids = new Set(index.order.filter(isDrawn).map(index.idOf));
    drawnIdSets.set(index, ids);
  }
  return ids;
}

/** Calls of operators make the picture; annotations and what only names something do not. */
function isDrawn(expr: Expr): boolean {
  const op = calledOp(expr);
  return op !== undefined && !op.startsWith("annotation.compiler_");
}

/** Targets of the run, the chosen one first: so does each keep its color through the stages. */
function targetNames(run: Run): readonly string[] {
  const names = new Set<string>();
  if (run.request.target) names.add(run.request.target);
  for (const step of run.request.pipeline) {
    const { targets } = step.options;
    if (Array.isArray(targets)) for (const name of targets) if (typeof name === "string") names.add(name);
  }
  return [...names];
}

/** The text of a stage; places of what has a number. */
export function stageText(run: Run, stage: number): StageText {
  const { text, places } = run.text(stage);
  const index = run.index(stage);
  const flat = new Uint32Array(places.length * 3);
  places.forEach((place, i) => {
    flat.set([index.idOf(place.node), place.start, place.end], i * 3);
  });
  return { text, places: flat };
}

/**
 * Numbers, at a stage, of what a range of the input text says: the innermost node around a caret, else the nodes that lie in the range;
 * where the caret is on a line's left side (`%1 = ...`), what the line binds.
 */
export function nodesAt(run: Run, stage: number, range: Range): readonly number[] {
  const index = run.index(0);
  const found = range.start === range.end ? around(index.order, range.start, run.request.text) : within(index.order, range);
  const ids = new Set<number>();
  for (const expr of found) ids.add(index.idOf(expr));
  return follow(run, 0, stage, [...ids]);
}

function around(order: readonly Expr[], offset: number, text: string): readonly Expr[] {
  const lineStart = text.lastIndexOf("\n", offset - 1) + 1;
  const newline = text.indexOf("\n", offset);
  const lineEnd = newline < 0 ? text.length : newline;
  let innermost: Expr | undefined;
  let bound: Expr | undefined;
  for (const expr of order) {
    if (!expr.span || expr.kind === "Op") continue;
    const { start, end } = expr.span;
    if (start <= offset && offset <= end && (!innermost?.span || end - start < innermost.span.end - innermost.span.start)) innermost = expr;
    if (start >= Math.max(offset, lineStart) && start <= lineEnd && (!bound?.span || end - start > bound.span.end - bound.span.start))
      bound = expr;
  }
  const isWide = !innermost?.span || innermost.span.start < lineStart;
  const isBinding = bound?.span && /^\s*(let\s+)?%[^=]*=\s*$/.test(text.slice(lineStart, bound.span.start));
  if (isWide && isBinding && bound) return [bound];
  return innermost ? [innermost] : [];
}

function within(order: readonly Expr[], range: Range): readonly Expr[] {
  const inside = order.filter((e) => e.kind !== "Op" && e.span && e.span.start >= range.start && e.span.end <= range.end);
  if (inside.length > 0) return inside;
  let innermost: Expr | undefined;
  for (const expr of order) {
    if (!expr.span || expr.span.start > range.start || expr.span.end < range.end) continue;
    if (!innermost?.span || expr.span.end - expr.span.start < innermost.span.end - innermost.span.start) innermost = expr;
  }
  return innermost ? [innermost] : [];
}

/** Numbers at stage `to` of what nodes of stage `from` became, or came from where `to` is smaller. */
export function follow(run: Run, from: number, to: number, ids: readonly number[]): readonly number[] {
  let current: readonly number[] = ids;
  const step = to > from ? 1 : -1;
  for (let at = from; at !== to; at += step) {
    const next = new Set<number>();
    const index = run.index(Math.max(at, at + step));
    for (const id of current) {
      if (step > 0) for (const successor of index.successorsOf(id)) next.add(successor);
      else {
        const expr = index.exprOf(id);
        if (expr) for (const origin of index.originsOf(expr)) next.add(origin);
      }
    }
    current = [...next];
  }
  return current;
}
