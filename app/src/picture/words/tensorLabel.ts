/** The labels of edges: what they say, which are shown at a level of detail, and where. */
import {
  type EdgeLabel,
  edgeTexts,
  type LabelOver,
  type LabelRoom,
  letters,
  placeEdgeLabel,
  placeEdgeLabels,
  touches,
} from "@relayscope/engine";
import { boxAt } from "@relayscope/engine/titles";
import type { Scene } from "../scene.ts";

/**
 * From the first zoom on maps show labels unasked, from the second one operators do, too. Below the last one there are
 * no labels.
 */
const leastOnMaps = letters.mid.least;
const leastAmongOperators = 1.35;
const least = letters.tiny.least;
/** Font sizes on the screen, in pixels. Between the two they grow with the zoom, more slowly than the picture. */
const onScreen = { least: 10, most: 13 } as const;
const growFrom = 0.9;
const growth = 0.4;
/** Labels keep their size in the drawing, and their places, while the zoom grows by this factor. */
const step = 1.04;

/** The font's size in the drawing. */
function sizeAt(zoom: number): number {
  const steady = step ** Math.floor(Math.log(zoom) / Math.log(step));
  return Math.min(onScreen.most, onScreen.least * Math.max(1, steady / growFrom) ** growth) / steady;
}

/** The part of a picture in sight, by index, the labels in it, and the zoom that they are placed for. */
interface InSight {
  readonly edges: readonly number[];
  readonly frames: readonly number[];
  readonly regions: readonly number[];
  readonly labels: LabelRoom["labels"];
  readonly zoom: number;
}

/** The edges that are asked for, and those of them whose labels may be over lines and boundaries rather than cut. */
interface Requested {
  readonly labeledEdges: ReadonlySet<number>;
  readonly wholeEdges: ReadonlySet<number>;
}

export type TensorLabels = ReadonlyMap<number, EdgeLabel>;

type Graph = Scene["answer"]["graph"];

interface Sought {
  readonly seen: Set<number>;
  readonly labels: Map<number, EdgeLabel>;
}

/**
 * By scene and size: the edges that were tried, and the labels that had room. They stay in place while the picture
 * moves.
 */
const known = new WeakMap<Scene, Map<number, Sought>>();

/**
 * By graph: whether an edge is a tensor that its maker changes in shape or dtype, or that crosses a region's boundary.
 */
const unasked = new WeakMap<Graph, readonly boolean[]>();

/** By edge: whether its label is shown unasked. */
function labeledUnasked(graph: Graph): readonly boolean[] {
  const found = unasked.get(graph);
  if (found) return found;
  const given: Set<string>[] = graph.nodes.map(() => new Set());
  for (const { from, to, dtype, shape } of graph.edges) if (graph.nodes[from]?.card !== "constant") given[to]?.add(`${dtype} ${shape}`);
  const made = graph.edges.map(
    ({ from, to, dtype, shape }) =>
      graph.nodes[from]?.region !== graph.nodes[to]?.region || !(given[from]?.has(`${dtype} ${shape}`) ?? false),
  );
  unasked.set(graph, made);
  return made;
}

/** The labels next to edges in sight, none on another label. */
export function labelsAt(scene: Scene, shown: InSight): TensorLabels {
  const { zoom } = shown;
  if (zoom < leastOnMaps) return none;
  const size = sizeAt(zoom);
  const bySize = known.get(scene) ?? new Map<number, Sought>();
  known.set(scene, bySize);
  const { seen, labels } = bySize.get(size) ?? { seen: new Set<number>(), labels: new Map<number, EdgeLabel>() };
  bySize.set(size, { seen, labels });
  const { nodes, edges } = scene.answer.graph;
  const isCard = (i: number | undefined) => nodes[i ?? -1]?.summary !== undefined;
  const isCovered = (label: EdgeLabel | undefined) => label !== undefined && shown.labels.some((other) => touches(label.box, other));
  // A title that is new, or has grown, takes their place.
  for (const i of shown.edges) {
    if (!isCovered(labels.get(i))) continue;
    labels.delete(i);
    seen.delete(i);
  }
  const isUnasked = labeledUnasked(scene.answer.graph);
  const fresh = shown.edges.filter(
    (i) => !seen.has(i) && isUnasked[i] && (zoom >= leastAmongOperators || isCard(edges[i]?.from) || isCard(edges[i]?.to)),
  );
  for (const i of fresh) seen.add(i);
  const stood = Array.from(labels.values(), (label) => label.box);
  for (const [i, label] of placeEdgeLabels(roomIn(scene, shown), fresh, size, stood)) labels.set(i, label);
  const out = new Map<number, EdgeLabel>();
  for (const i of shown.edges) {
    const label = labels.get(i);
    if (label) out.set(i, label);
  }
  return out;
}

const none: TensorLabels = new Map();

/** At most this many edges of a node are labeled on request. */
const mostRequested = 40;

/**
 * The labels, with those of the requested edges added: as complete as there is room, over lines where there is no other
 * place, and in the place of other labels. None is over a box.
 */
export function requestedLabels(
  scene: Scene,
  shown: InSight & { readonly tensors: () => TensorLabels },
  { labeledEdges: requested, wholeEdges }: Requested,
): TensorLabels {
  const { zoom } = shown;
  const tensors = shown.tensors();
  if (requested.size === 0 || zoom < least) return tensors;
  const size = sizeAt(zoom);
  const room = roomIn(scene, shown);
  const found = new Map<number, EdgeLabel>();
  for (const i of [...wholeEdges, ...requested].slice(0, mostRequested)) {
    if (found.has(i)) continue;
    const edge = scene.answer.graph.edges[i];
    const [whole, ...shorter] = edge ? edgeTexts(edge) : [];
    if (whole === undefined) continue;
    const before = tensors.get(i);
    const isFree = (box: EdgeLabel["box"]) => ![...found.values()].some((other) => touches(box, other.box));
    const placed = (texts: readonly string[], over?: LabelOver) => placeEdgeLabel(room, i, texts, size, isFree, over);
    // The chip of a constant says its shape.
    const isConstant = edge !== undefined && scene.answer.graph.nodes[edge.from]?.card === "constant";
    const texts = [whole, ...shorter];
    const isWhole = wholeEdges.has(i);
    const label =
      before?.text === whole && isFree(before.box)
        ? before
        : (placed([whole]) ??
          (isWhole ? (placed([whole], "lines") ?? placed(texts, "lines and boundaries")) : placed(shorter)) ??
          (isConstant || isWhole ? undefined : placed(texts, "lines")));
    if (label) found.set(i, label);
  }
  const others = [...tensors].filter(([i, { box }]) => !requested.has(i) && ![...found.values()].some((label) => touches(label.box, box)));
  return new Map([...others, ...found]);
}

function roomIn(scene: Scene, { labels, frames, regions }: InSight): LabelRoom {
  const { graph, layout } = scene.answer;
  const boxesOf = (boxes: Float32Array, offsets: Uint32Array, i: number) =>
    Array.from({ length: (offsets[i + 1] ?? 0) - (offsets[i] ?? 0) }, (_, p) => boxAt(boxes, (offsets[i] ?? 0) + p));
  return {
    graph,
    layout,
    nodesIn: scene.nodesIn,
    edgesIn: scene.edgesIn,
    labels,
    borders: [
      ...frames.flatMap((i) => boxesOf(layout.framePieces, layout.frameOffsets, i)),
      ...regions.flatMap((i) => boxesOf(layout.hulls, layout.hullOffsets, i)),
    ],
  };
}
