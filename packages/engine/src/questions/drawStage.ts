/** Pictures of the stages of a run: the map, and operators. */
import {
  buildGraph,
  type Changes,
  type DrawableGraph,
  findChanges,
  fitRows,
  type GraphLayout,
  hasPieces,
  type Lettering,
  layoutGraph,
  letteringFor,
  markChanges,
  mostBoxes,
  type PaneSize,
  square,
  type Wrapping,
  wrapLayout,
} from "@relayscope/graph";
import type { FittedMap, MapPlan, PlacedGraph } from "@relayscope/graph/map";
import { calledOp, type Expr, keptIn, raise } from "@relayscope/ir";
import { isAnnotation } from "@relayscope/regions";
import { follow, hasMarks, looksSame, operators, type Run, reasons, type StageIndex } from "@relayscope/run";
import type { GraphAnswer, GraphFlags, GraphRequest } from "@relayscope/run/contract";
import { fusedLabels, fusionGroups } from "./fusionLabels.ts";

/** The default switches of a picture. */
export const plainFlags: GraphFlags = { hideVariables: false, hideConstants: false, showAnnotations: false };

const flagNames = Object.keys(plainFlags) as readonly (keyof GraphFlags)[];

/** The pane if the request has none. */
const usualPane: PaneSize = { width: 870, height: 600 };

/** The picture of a stage, with fresh arrays that may be transferred. */
export async function drawStage(run: Run, request: GraphRequest): Promise<GraphAnswer> {
  const answer = request.view === "map" ? await drawMapOf(run, request) : await joined(drawOperators(run, request));
  const { stage, against } = request;
  if (against === undefined || against === stage) return answer;
  const full = fullGraph(run, stage);
  const changes = keptWith(comparisons, run, `${stage} ${against}`, () => compare(run, stage, against));
  const cards = request.view === "map" ? (await import("@relayscope/graph/map")).cardChanges(answer.graph, changes, full) : [];
  return { ...markChanges(answer.graph, changes, full, cards), layout: answer.layout, isCut: answer.isCut };
}

/** The answer with the pieces of its regions joined. That code is loaded if there are pieces. */
async function joined(answer: GraphAnswer): Promise<GraphAnswer> {
  if (!hasPieces(answer.layout)) return answer;
  const { joinHulls } = await import("@relayscope/graph/joins");
  return { ...answer, layout: joinHulls(answer.graph, answer.layout) };
}

/** The differences between two stages, by their numbers. Kept with the run. */
const comparisons = new WeakMap<Run, Map<string, Changes>>();

function compare(run: Run, stage: number, against: number): Changes {
  const [here, there] = [run.index(stage), run.index(against)];
  return findChanges(fullGraph(run, stage), fullGraph(run, against), {
    isLater: stage > against,
    follow: (id) => follow(run, stage, against, [id]),
    isSame(id) {
      const [a, b] = [here.exprOf(id), there.exprOf(id)];
      return a !== undefined && b !== undefined && (a === b || looksSame(a, b));
    },
  });
}

async function drawMapOf(run: Run, request: GraphRequest): Promise<GraphAnswer> {
  const { fitMap, planMap } = await import("@relayscope/graph/map");
  const {
    stage,
    hideVariables,
    hideConstants,
    opened = [],
    repetitions = [],
    collapsed,
    wrap: isWrapped = true,
    paneSize: pane = usualPane,
  } = request;
  const isGrouped = showsGroups(run, request);
  const plan = keptWith(plans, run, `${stage} ${isGrouped}`, () => planMap(fullGraph(run, stage, request.pane)));
  const maps = keptWith(fittedMaps, run, [pane.width, pane.height, hideVariables, hideConstants, isGrouped].join(" "), () => new Map());
  const shown = new Map(repetitions.map(({ stack: id, at }) => [id, at]));
  const choices = { opened: new Set(opened), repetitions: shown, folded: new Set(collapsed), isWrapped, hideVariables, hideConstants };
  const known = maps.get(stage);
  const isPlain = isWrapped && opened.length + collapsed.length === 0;
  const map =
    (isPlain ? known : undefined) ??
    fitMap(plan, pane, choices, isPlain ? { neighbor: nearestMap(maps, stage) } : { verbosity: known?.verbosity });
  if (isPlain) maps.set(stage, map);
  // The arrays of an answer are transferred.
  return { graph: map.graph, layout: structuredClone(map.layout), changes: [], isCut: false };
}

/**
 * Maps by flags and pane, then by stage. The first requested one is laid out independently, as that is fastest; each
 * further one follows an existing one. Kept with the run.
 */
const fittedMaps = new WeakMap<Run, Map<string, Map<number, FittedMap>>>();

/** The map in columns of the stage that is least far away; of two the later one. */
function nearestMap(maps: ReadonlyMap<number, FittedMap>, stage: number): PlacedGraph | undefined {
  const far = ([other]: readonly [number, FittedMap]) => Math.abs(other - stage) - (other > stage ? 0.5 : 0);
  const [nearest] = [...maps].sort((a, b) => far(a) - far(b));
  const { graph, layout, columns } = nearest?.[1] ?? {};
  return graph && layout && columns && { graph, layout, columns };
}

/** Plans of maps, by flags. Kept with the run. */
const plans = new WeakMap<Run, Map<string, MapPlan>>();

const fullGraphs = new WeakMap<Run, Map<string, DrawableGraph>>();

/**
 * All of a stage, with nothing hidden but annotations, and nothing folded but what nests too deep. Kept with the run.
 */
export function fullGraph(run: Run, stage: number, pane: GraphRequest["pane"] = "after"): DrawableGraph {
  const request: GraphRequest = { ...plainFlags, collapsed: [], epoch: run.request.epoch, stage, pane };
  return keptWith(fullGraphs, run, `${stage} ${showsGroups(run, request)}`, () => drawGraph(run, request, Number.POSITIVE_INFINITY));
}

/**
 * Every operator of a stage. Consecutive stages with nearly the same nodes follow the picture with the most boxes, so
 * that what passes leave alone does not move.
 */
function drawOperators(run: Run, request: GraphRequest): GraphAnswer {
  const graph = drawGraph(run, request);
  const home = homeOf(run, request.stage);
  const pane = request.wrap ? (request.paneSize ?? usualPane) : undefined;
  const found = letteringIn(run, request);
  const lettering = found ?? "near";
  const answer = (layout: GraphLayout): GraphAnswer => ({
    graph,
    layout: square(graph, layout),
    changes: [],
    isCut: found === undefined,
  });
  if (request.collapsed.length > 0 || (home === request.stage && showsGroups(run, request))) {
    if (pane) return answer(fitRows(graph, pane, lettering).wrapped.layout);
    return answer(layoutGraph(graph, { lettering }));
  }
  const previous = homePicture(run, request, home, lettering);
  // The arrays of an answer are transferred.
  if (home === request.stage) return answer(structuredClone(previous.shown));
  const flat = layoutGraph(graph, { previous, lettering, ...(previous.widest === undefined ? {} : { widest: previous.widest }) });
  return answer(pane ? wrapLayout(graph, flat, pane, { earlier: previous.wrapping }).layout : flat);
}

/** Letterings by panes and flags. Kept with the run. */
const knownLetterings = new WeakMap<Run, Map<string, { readonly lettering: Lettering | undefined }>>();

/**
 * The letters for which boxes are made in this stage's picture and in the one it is compared with: both panes have one
 * zoom.
 */
function letteringIn(run: Run, request: GraphRequest): Lettering | undefined {
  const { paneSize, stage, against = stage, wrap } = request;
  if (!paneSize) return "near";
  const homes = [...new Set([stage, against].map((s) => homeOf(run, s)))].sort((a, b) => a - b);
  const key = [homes.join("+"), ...flagNames.map((name) => request[name]), wrap, `${paneSize.width}x${paneSize.height}`].join(" ");
  return keptWith(knownLetterings, run, key, () => ({
    lettering: homes.some((home) => drawnIds(run, home).size > mostWhole)
      ? undefined
      : letteringFor(paneSize, (lettering) => homes.map((home) => homePicture(run, request, home, lettering).shown)),
  })).lettering;
}

/** Calls that no pane shows whole with their names. */
const mostWhole = 300;

/** A stage's graph. If it has more than `most` boxes, a part is folded. */
function drawGraph(run: Run, request: GraphRequest, most = mostBoxes): DrawableGraph {
  const { stage } = request;
  const index = run.index(stage);
  const held = run.stages[stage] ?? raise(new Error(reasons.noStage(stage)));
  return buildGraph(held.module, {
    ids: index.idOf,
    isNew: index.isNew,
    operatorKind: (name) => operators.get(name)?.fusionKind,
    collapsed: request.collapsed,
    most,
    hideVariables: request.hideVariables,
    hideConstants: request.hideConstants,
    showAnnotations: request.showAnnotations,
    targets: run.colors.targets(),
    isMarked: hasMarks(held.result.summary),
    groups: showsGroups(run, request) ? fusionGroups(run, stage) : [],
    labelOfFused: fusedLabels(run, stage),
  });
}

function showsGroups(run: Run, { pane, stage }: GraphRequest): boolean {
  return pane === "before" && run.stages[stage + 1]?.result.pass === "FuseOps";
}

/** A picture that others follow: without columns, and as a pane shows it. */
interface HomePicture {
  readonly graph: DrawableGraph;
  readonly layout: GraphLayout;
  readonly shown: GraphLayout;
  /** How it wraps, and how wide its rows may be; undefined if it does not wrap. */
  readonly wrapping?: Wrapping;
  readonly widest?: number | undefined;
}

/** Pictures that other stages follow, by flags, pane and lettering. Kept with the run. */
const homePictures = new WeakMap<Run, Map<string, HomePicture>>();

function homePicture(run: Run, request: GraphRequest, stage: number, lettering: Lettering): HomePicture {
  const { wrap, paneSize: pane = usualPane } = request;
  const flags = flagNames.map((name) => request[name]);
  const key = [stage, lettering, ...flags, wrap ? `${pane.width}x${pane.height}` : ""].join(" ");
  return keptWith(homePictures, run, key, () => {
    const graph = drawGraph(run, { ...request, stage, pane: "after", collapsed: [] });
    if (!wrap) {
      const layout = layoutGraph(graph, { lettering });
      return { graph, layout, shown: layout };
    }
    const { flat, wrapped, widest } = fitRows(graph, pane, lettering, followersRegions(run, stage, graph));
    return { graph, layout: flat, shown: wrapped.layout, wrapping: wrapped.wrapping, widest };
  });
}

function keptWith<T>(table: WeakMap<Run, Map<string, T>>, run: Run, key: string, make: () => T): T {
  return keptIn(
    keptIn(table, run, () => new Map()),
    key,
    make,
  );
}

/** Nodes of a picture up to which its columns heed the regions of the stages that follow it. */
const mostHeeded = 3000;

/** The regions of the stages that follow the picture of `home`, by the nodes that they have there. */
function followersRegions(run: Run, home: number, graph: DrawableGraph): readonly (readonly number[])[] {
  if (graph.nodes.length > mostHeeded) return [];
  const indexOf = new Map(graph.nodes.map(({ id }, i) => [id, i]));
  const { first, end } = rowOf(run, home);
  const regions: (readonly number[])[] = [];
  for (let stage = first; stage < end; stage++) {
    if (stage === home) continue;
    const { nodes, regions: own } = fullGraph(run, stage);
    for (const region of own) if (region.color >= 0) regions.push(region.nodes.flatMap((i) => indexOf.get(nodes[i]?.id ?? 0) ?? []));
  }
  return regions;
}

/** The share of equal nodes in both stages above which one picture follows the other. */
const likeness = 0.8;

/**
 * The consecutive stages around `stage` whose nodes nearly equal the first one's, and the stage whose picture the
 * others follow.
 */
interface StageRow {
  readonly first: number;
  /** One more than the last. */
  readonly end: number;
  /** The last with the most functions, which all want room. */
  readonly home: number;
}

function rowOf(run: Run, stage: number): StageRow {
  let first = 0;
  let home = 0;
  for (let at = 1; at < run.stages.length; at++) {
    if (isAlike(drawnIds(run, first), drawnIds(run, at))) {
      if (functionsIn(run, at) >= functionsIn(run, home)) home = at;
      continue;
    }
    if (at > stage) return { first, end: at, home };
    first = at;
    home = at;
  }
  return { first, end: run.stages.length, home };
}

function homeOf(run: Run, stage: number): number {
  return rowOf(run, stage).home;
}

function functionsIn(run: Run, stage: number): number {
  return run.stages[stage]?.result.summary.functions ?? 0;
}

function isAlike(before: ReadonlySet<number>, after: ReadonlySet<number>): boolean {
  let shared = 0;
  for (const id of after) if (before.has(id)) shared++;
  return shared >= likeness * before.size && shared >= likeness * after.size;
}

const drawnIdSets = new WeakMap<StageIndex, ReadonlySet<number>>();

function drawnIds(run: Run, stage: number): ReadonlySet<number> {
  const index = run.index(stage);
  return keptIn(drawnIdSets, index, () => new Set(index.order.filter(isDrawn).map(index.idOf)));
}

/** Calls of operators make the picture; annotations and what only names something do not. */
function isDrawn(expr: Expr): boolean {
  return calledOp(expr) !== undefined && !isAnnotation(expr);
}
