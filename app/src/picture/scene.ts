/** A graph answer made ready for the picture: neighbors, bounds and paths of edges, and an index of what stands where. Made once per answer. */
import { type GraphAnswer, labelRoom } from "@relayscope/engine";
import { type Places, packPlaces, readPlaces } from "@relayscope/engine/places";
import type { Box } from "../state/viewports.ts";

export interface Scene extends Places {
  readonly answer: GraphAnswer;
  readonly indexOf: ReadonlyMap<number, number>;
  /** Edge indices per node. */
  readonly incoming: readonly (readonly number[])[];
  readonly outgoing: readonly (readonly number[])[];
  /** What React Flow knows nodes and edges by; the same for the same node of another stage. */
  readonly nodeNames: Names;
  readonly edgeNames: Names;
  /** By region: whether it has a hull, around operators or layers; a closed card is its own. */
  readonly hasHull: readonly boolean[];
  /** Whose each piece of a frame, and of a hull, is. */
  readonly frameOfPiece: Int32Array;
  readonly regionOfHull: Int32Array;
}

/** Names by index. */
export interface Names {
  of(index: number): string;
  /** The index of what was named; undefined for a name that was not given. */
  find(name: string): number | undefined;
}

const scenes = new WeakMap<GraphAnswer, Scene>();

function build(answer: GraphAnswer): Scene {
  const { graph, layout } = answer;
  const indexOf = new Map(graph.nodes.map((n, i) => [n.id, i]));
  const incoming: number[][] = graph.nodes.map(() => []);
  const outgoing: number[][] = graph.nodes.map(() => []);
  graph.edges.forEach((edge, i) => {
    outgoing[edge.from]?.push(i);
    incoming[edge.to]?.push(i);
  });
  const nodeNames = namesOf(copiesOf(graph.nodes), (i) => `n${graph.nodes[i]?.id}`);
  const edgeNames = namesOf(
    (i) => {
      const edge = graph.edges[i];
      const [out = [], into = []] = edge ? [outgoing[edge.from], incoming[edge.to]] : [];
      return (out.length < into.length ? out : into).filter((e) => isAlike(graph.edges[e], edge)).indexOf(i);
    },
    (i) => {
      const edge = graph.edges[i];
      return `e${nodeNames.of(edge?.from ?? -1)}/${nodeNames.of(edge?.to ?? -1)}/${edge?.argument}`;
    },
  );
  return {
    answer,
    indexOf,
    incoming,
    outgoing,
    nodeNames,
    edgeNames,
    hasHull: graph.regions.map((region) => region.nodes.some((i) => graph.nodes[i]?.summary?.isLayer ?? true)),
    ...readPlaces(answer.places ?? packPlaces(layout)),
    frameOfPiece: ownersOf(layout.frameOffsets),
    regionOfHull: ownersOf(layout.hullOffsets),
  };
}

/** By piece: whose it is. */
function ownersOf(offsets: ArrayLike<number>): Int32Array {
  const owners = new Int32Array(offsets[offsets.length - 1] ?? 0);
  for (let i = 0; i + 1 < offsets.length; i++) owners.fill(i, offsets[i], offsets[i + 1]);
  return owners;
}

/** By index: how many of the same id stand before it. */
function copiesOf(nodes: GraphAnswer["graph"]["nodes"]): (index: number) => number {
  const counts = new Map<number, number>();
  const copies = Uint32Array.from(nodes, ({ id }) => {
    const count = counts.get(id) ?? 0;
    counts.set(id, count + 1);
    return count;
  });
  return (i) => copies[i] ?? 0;
}

function isAlike(a: GraphAnswer["graph"]["edges"][number] | undefined, b: typeof a): boolean {
  return a?.from === b?.from && a?.to === b?.to && a?.argument === b?.argument;
}

/** Names, made as they are asked for: a large picture has many more than it shows. Copies have a number behind. */
function namesOf(copy: (index: number) => number, name: (index: number) => string): Names {
  const names = new Map<number, string>();
  const places = new Map<string, number>();
  return {
    of: (i) => {
      const known = names.get(i);
      if (known !== undefined) return known;
      const count = copy(i);
      const own = count > 0 ? `${name(i)}#${count}` : name(i);
      names.set(i, own);
      places.set(own, i);
      return own;
    },
    find: (own) => places.get(own),
  };
}

/** The scene of an answer; the same object for the same answer. */
export function sceneOf(answer: GraphAnswer): Scene {
  const known = scenes.get(answer);
  if (known) return known;
  const scene = build(answer);
  scenes.set(answer, scene);
  return scene;
}

/** The `i`th of boxes that stand four numbers each. */
export function boxAt(boxes: Float32Array, i: number): Box {
  return { x: boxes[4 * i] ?? 0, y: boxes[4 * i + 1] ?? 0, width: boxes[4 * i + 2] ?? 0, height: boxes[4 * i + 3] ?? 0 };
}

/** All of a drawing, with room for the labels of regions at its top. */
export function pictureBox(layout: GraphAnswer["layout"]): Box {
  return { x: 0, y: -labelRoom, width: layout.width, height: layout.height + labelRoom };
}

/** The region whose hull or label one of React Flow's nodes is; undefined for others. */
export function regionOf({ answer }: Scene, { id, type }: { readonly id: string; readonly type?: string | undefined }): number | undefined {
  if (type !== "hull" && !(type === "label" && id.startsWith("l"))) return undefined;
  const index = Number.parseInt(id.slice(1), 10);
  return answer.graph.regions[index] ? index : undefined;
}

/** Whether a frame is an opened card of the map: its cards begin at its top, and its title stands above it. */
export function isOpenedCard({ kind }: Scene["answer"]["graph"]["frames"][number]): boolean {
  return kind === "region" || kind === "host" || kind === "stack";
}

/** The box around nodes; undefined for none. */
export function boundsOf(scene: Scene, indices: readonly number[]): Box | undefined {
  let left = Number.POSITIVE_INFINITY;
  let top = Number.POSITIVE_INFINITY;
  let right = Number.NEGATIVE_INFINITY;
  let bottom = Number.NEGATIVE_INFINITY;
  for (const i of indices) {
    const box = boxAt(scene.answer.layout.nodes, i);
    left = Math.min(left, box.x);
    top = Math.min(top, box.y);
    right = Math.max(right, box.x + box.width);
    bottom = Math.max(bottom, box.y + box.height);
  }
  return left > right ? undefined : { x: left, y: top, width: right - left, height: bottom - top };
}

/** Above the input, for the title of the function that it goes into. */
const titleRoom = 56;
/** What stands further above its first operator is not looked at with it, in heights of the operator. */
const mostAbove = 6;

/**
 * Where the network begins: the topmost operator that only parameters and constants go into, from the input above it down; one without any is made up
 * within.
 */
export function startOf(scene: Scene): Box {
  const { graph, layout } = scene.answer;
  const isLeaf = (i: number) => graph.nodes[i]?.card === "constant" || graph.nodes[i]?.card === "variable";
  const isFed = (i: number) => (scene.incoming[i]?.length ?? 0) > 0;
  const topOf = (i: number) => layout.nodes[4 * i + 1] ?? 0;
  let first = -1;
  graph.nodes.forEach((_, i) => {
    if (isLeaf(i) || !scene.incoming[i]?.every((e) => isLeaf(graph.edges[e]?.from ?? -1))) return;
    const isBetter = first < 0 || (isFed(i) === isFed(first) ? topOf(i) < topOf(first) : isFed(i));
    if (isBetter) first = i;
  });
  if (first < 0) return pictureBox(layout);
  const { x, y, width, height } = boxAt(layout.nodes, first);
  const tops = (scene.incoming[first] ?? []).map((e) => topOf(graph.edges[e]?.from ?? -1));
  const top = Math.min(y, ...tops.filter((at) => at > y - mostAbove * height)) - titleRoom;
  return { x, y: top, width, height: y + height - top };
}

/** Indices of the nodes with these ids; a card or a stack stands for what it holds. */
export function indicesOf(scene: Scene, ids: readonly number[]): ReadonlySet<number> {
  const indices = new Set<number>();
  const wanted = new Set(ids);
  for (const id of ids) {
    const index = scene.indexOf.get(id);
    if (index !== undefined) indices.add(index);
  }
  if (indices.size === wanted.size) return indices;
  scene.answer.graph.nodes.forEach((node, i) => {
    if (node.summary?.members.some((m) => wanted.has(m))) indices.add(i);
  });
  return indices;
}

/** The nodes on a path from an input to one of these, or from one of these to an output, with them. */
export function pathsOf(scene: Scene, from: ReadonlySet<number>): ReadonlySet<number> {
  const { edges } = scene.answer.graph;
  const found = new Set(from);
  for (const [links, end] of [
    [scene.incoming, "from"],
    [scene.outgoing, "to"],
  ] as const) {
    const seen = new Set(from);
    const open = [...from];
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      found.add(at);
      for (const e of links[at] ?? []) {
        const next = edges[e]?.[end];
        if (next === undefined || seen.has(next)) continue;
        seen.add(next);
        open.push(next);
      }
    }
  }
  return found;
}
