/**
 * Which nodes, edges, frames and hulls are mounted: those in the window, unless there are too many to look at one by
 * one.
 */
import { isGathered, netsOf } from "@relayscope/engine";
import { boxAt, placeLabels } from "@relayscope/engine/titles";
import type { Coloring } from "./colors/colors.ts";
import type { Shown } from "./elementData.ts";
import type { Scene } from "./scene.ts";
import { textWidth } from "./text.ts";
import { reach, type Window } from "./useWindow.ts";
import type { Ends } from "./words/ends.ts";
import type { labelsAt, requestedLabels, TensorLabels } from "./words/tensorLabel.ts";

/** React Flow is slow above about 500 mounted nodes; frames, hulls and labels count, too. */
const mostBoxes = 200;
const mostFrames = 60;
const mostHulls = 60;
const mostLabels = 60;
const mostEdges = 260;
/** The limit of hulls, of frames and of labels while the far part is painted: each step of a pan brings others. */
const mostFar = 20;
const mostFarLabels = 36;
/** Narrower hulls are then neither named nor pressed, in pixels on the screen. */
const leastPressed = 12;

/** From this zoom on words can be read: what is in the pane itself is mounted, even if more around it is painted. */
const readFrom = 0.5;
const mostInPane = 260;
/** The share of a window that is beyond the pane on each side. */
const around = reach / (1 + 2 * reach);

/** The nodes in the pane without its surroundings; none if there are too many. */
function coreOf(scene: Scene, { left, top, right, bottom }: Window): readonly number[] {
  const [x, y] = [(right - left) * around, (bottom - top) * around];
  const found = scene.nodesIn(left + x, top + y, right - x, bottom - y);
  return found.length > mostInPane ? [] : found;
}

/**
 * The edges to mount. If there are too many: those that end at one of these nodes, and one edge of each net that only
 * passes through, as its edges may share a line.
 */
function nearFirst({ answer: { graph } }: Scene, edges: readonly number[], nodes: ReadonlySet<number>): readonly number[] {
  if (edges.length <= mostEdges) return edges;
  const near: number[] = [];
  const past = new Map<number, number>();
  const nets = netsOf(graph);
  for (const e of edges) {
    const { from, to } = graph.edges[e] ?? { from: -1, to: -1 };
    const net = nets[e] ?? -1;
    if (nodes.has(from) || nodes.has(to)) near.push(e);
    // Of a net that splits, the last edge extends furthest; of a net that gathers, the first.
    else past.set(net, (isGathered(graph, e) ? Math.min : Math.max)(past.get(net) ?? e, e));
  }
  return [...near, ...past.values()];
}

/** Finds the labels of edges; loaded after the first picture. */
export interface EdgeWords {
  readonly labelsAt: typeof labelsAt;
  readonly requestedLabels: typeof requestedLabels;
}

const noLabels: TensorLabels = new Map();

/** What is shown in addition to what is in sight. */
interface Added {
  /** The selected nodes, which are mounted anywhere. */
  readonly always: readonly number[];
  readonly ends: Ends | undefined;
  /** Without it edges have no labels. */
  readonly words: EdgeWords | undefined;
}

/** What is mounted for a window. */
export function shownIn(scene: Scene, coloring: Coloring, window: Window, { always, ends, words }: Added): Shown {
  const { graph, layout } = scene.answer;
  const { left, top, right, bottom, zoom } = window;
  const inSight = (x: number, y: number, width: number, height: number) =>
    x <= right && y <= bottom && x + width >= left && y + height >= top;
  const found = scene.nodesIn(left, top, right, bottom);
  const isPainted = found.length > mostBoxes || zoom < 0.1;
  const nodes = new Set(always.slice(0, 20));
  const inPane = coreOf(scene, window);
  const core = isPainted && zoom >= readFrom ? inPane : [];
  for (const i of isPainted ? core : found) nodes.add(i);
  const edges = isPainted ? [] : nearFirst(scene, scene.edgesIn(left, top, right, bottom), nodes).slice(0, mostEdges);
  const inCore = new Set(core);
  for (const i of core) {
    for (const e of scene.outgoing(i)) if (edges.length < mostEdges && inCore.has(graph.edges[e]?.to ?? -1)) edges.push(e);
  }
  if (isPainted) {
    for (const i of always.slice(0, 20)) edges.push(...scene.incoming(i).slice(0, 8), ...scene.outgoing(i).slice(0, 8));
  }
  const far = new Set(edges.flatMap((e) => [graph.edges[e]?.from ?? -1, graph.edges[e]?.to ?? -1]).filter((i) => i >= 0 && !nodes.has(i)));
  const frames: number[] = [];
  for (let i = 0; i < graph.frames.length && frames.length < (isPainted ? mostFar : mostFrames); i++) {
    const { x, y, width, height } = boxAt(layout.frames, i);
    if (width * zoom > 6 && inSight(x, y, width, height)) frames.push(i);
  }
  const regions: number[] = [];
  for (let i = 0; i < graph.regions.length && regions.length < (isPainted ? mostFar : mostHulls); i++) {
    if (!scene.hasHull[i]) continue;
    for (let h = layout.hullOffsets[i] ?? 0; h < (layout.hullOffsets[i + 1] ?? 0); h++) {
      const { x, y, width, height } = boxAt(layout.hulls, h);
      if (!inSight(x, y, width, height) || (isPainted && width * zoom < leastPressed)) continue;
      regions.push(i);
      break;
    }
  }
  const limits = isPainted ? { most: mostFarLabels, narrowest: leastPressed } : { most: mostLabels, narrowest: 0 };
  const sight = { zoom, ...limits, holds: inSight, textWidth };
  const shown = {
    nodes: [...nodes],
    inPane: inPane.filter((i) => nodes.has(i)),
    edges: [...new Set(edges)],
    far: [...far],
    frames,
    regions,
    zoom,
    labels: placeLabels(scene, coloring.ofRegion, sight, ends),
    isPainted,
  };
  let unasked: TensorLabels | undefined;
  const tensors = () => {
    unasked ??= words?.labelsAt(scene, shown) ?? noLabels;
    return unasked;
  };
  return { ...shown, tensors: (requested) => words?.requestedLabels(scene, { ...shown, tensors }, requested) ?? noLabels };
}
