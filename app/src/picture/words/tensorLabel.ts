/** The labels of edges: what they say, which of them are at a level of detail, and where. */
import {
  type EdgeLabel,
  edgeTexts,
  forcedEdgeLabel,
  type LabelRoom,
  letters,
  placeEdgeLabel,
  placeEdgeLabels,
  touches,
} from "@relayscope/engine";
import { boxAt, type Scene } from "../scene.ts";

/** From this zoom on labels are on a map without being asked for, from there on among operators, too; below the last one there are none at all. */
const leastOnMaps = letters.mid.least;
const leastAmongOperators = 1.35;
const least = letters.tiny.least;
/** Font sizes on the screen, in pixels, and the zoom from which they grow, more slowly than the picture does. */
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

/** What of a picture is in sight, by index, the labels that are in it, and the zoom that they are placed for. */
interface InSight {
  readonly edges: readonly number[];
  readonly frames: readonly number[];
  readonly regions: readonly number[];
  readonly labels: LabelRoom["labels"];
  readonly zoom: number;
}

/** The edges whose tensors are told, and those of them that are told whole, whatever is in the way. */
interface Told {
  readonly toldEdges: ReadonlySet<number>;
  readonly wholeEdges: ReadonlySet<number>;
}

export type TensorLabels = ReadonlyMap<number, EdgeLabel>;

type Graph = Scene["answer"]["graph"];

interface Sought {
  readonly seen: Set<number>;
  readonly labels: Map<number, EdgeLabel>;
}

/** By scene and size: what was looked for, and the labels that had room. They stay where they are while the picture moves. */
const known = new WeakMap<Scene, Map<number, Sought>>();

/** By graph: whether an edge stands for a tensor that its maker changes in shape or dtype, or that crosses a region's boundary. */
const telling = new WeakMap<Graph, readonly boolean[]>();

/** Whether an edge's label stands without being asked for, by edge. */
function tellingEdges(graph: Graph): readonly boolean[] {
  const found = telling.get(graph);
  if (found) return found;
  const given: Set<string>[] = graph.nodes.map(() => new Set());
  for (const { from, to, dtype, shape } of graph.edges) if (graph.nodes[from]?.card !== "constant") given[to]?.add(`${dtype} ${shape}`);
  const made = graph.edges.map(
    ({ from, to, dtype, shape }) =>
      graph.nodes[from]?.region !== graph.nodes[to]?.region || !(given[from]?.has(`${dtype} ${shape}`) ?? false),
  );
  telling.set(graph, made);
  return made;
}

/** The labels that stand beside edges in sight, none on another label. */
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
  // A title that has come, or grown, takes their place.
  for (const i of shown.edges) {
    if (!isCovered(labels.get(i))) continue;
    labels.delete(i);
    seen.delete(i);
  }
  const tells = tellingEdges(scene.answer.graph);
  const fresh = shown.edges.filter(
    (i) => !seen.has(i) && tells[i] && (zoom >= leastAmongOperators || isCard(edges[i]?.from) || isCard(edges[i]?.to)),
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

/** Of more edges of a node no more are told. */
const mostTold = 40;

/** The labels with those of edges that are told as whole as there is room, over lines and in the place of others, too; some whole in any case. */
export function toldIn(
  scene: Scene,
  shown: InSight & { readonly tensors: () => TensorLabels },
  { toldEdges: told, wholeEdges }: Told,
): TensorLabels {
  const { zoom } = shown;
  const tensors = shown.tensors();
  if (told.size === 0 || zoom < least) return tensors;
  const size = sizeAt(zoom);
  const room = roomIn(scene, shown);
  const found = new Map<number, EdgeLabel>();
  for (const i of [...wholeEdges, ...told].slice(0, mostTold)) {
    if (found.has(i)) continue;
    const edge = scene.answer.graph.edges[i];
    const [whole, ...shorter] = edge ? edgeTexts(edge) : [];
    if (whole === undefined) continue;
    const before = tensors.get(i);
    const isFree = (box: EdgeLabel["box"]) => ![...found.values()].some((other) => touches(box, other.box));
    const label =
      before?.text === whole && isFree(before.box)
        ? before
        : (placeEdgeLabel(room, i, [whole], size, isFree) ??
          placeEdgeLabel(room, i, [whole], size, isFree, true) ??
          (wholeEdges.has(i) ? forcedEdgeLabel(room, i, whole, size) : placeEdgeLabel(room, i, shorter, size, isFree, true)));
    if (label) found.set(i, label);
  }
  const others = [...tensors].filter(([i, { box }]) => !told.has(i) && ![...found.values()].some((label) => touches(label.box, box)));
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
