/**
 * A graph answer prepared for the picture: neighbors, bounds and paths of edges, and a spatial index. Made once per
 * answer.
 */
import { type GraphAnswer, labelRoom } from "@relayscope/engine";
import { boxAt, type Drawn, drawnOf } from "@relayscope/engine/titles";
import type { Box } from "../state/boxes.ts";

export interface Scene extends Drawn {
  readonly answer: GraphAnswer;
  readonly indexOf: ReadonlyMap<number, number>;
  /** The indices of the edges that enter a node, and that leave it. */
  incoming(node: number): readonly number[];
  outgoing(node: number): readonly number[];
  /** React Flow's names of nodes and edges. A node has the same name in another stage. */
  readonly nodeNames: Names;
  readonly edgeNames: Names;
}

/** Names by index. */
export interface Names {
  of(index: number): string;
  /** The index of a name; undefined if the name was never made. */
  find(name: string): number | undefined;
}

const scenes = new WeakMap<GraphAnswer, Scene>();

function build(answer: GraphAnswer): Scene {
  const { graph } = answer;
  const indexOf = new Map<number, number>();
  /** By index: how many nodes with the same id come before it. */
  const copies = new Map<number, number>();
  graph.nodes.forEach(({ id }, i) => {
    const before = indexOf.get(id);
    if (before !== undefined) copies.set(i, (copies.get(before) ?? 0) + 1);
    indexOf.set(id, i);
  });
  const incoming = edgesBy(graph, "to");
  const outgoing = edgesBy(graph, "from");
  const nodeNames = namesOf(
    (i) => copies.get(i) ?? 0,
    (i) => `n${graph.nodes[i]?.id}`,
  );
  const edgeNames = namesOf(
    (i) => {
      const edge = graph.edges[i];
      // Fewer edges usually end at a node than begin at one.
      return incoming(edge?.to ?? -1)
        .filter((e) => isAlike(graph.edges[e], edge))
        .indexOf(i);
    },
    (i) => {
      const edge = graph.edges[i];
      return `e${nodeNames.of(edge?.from ?? -1)}/${nodeNames.of(edge?.to ?? -1)}/${edge?.argument}`;
    },
  );
  return {
    ...drawnOf(answer, answer.places),
    answer,
    indexOf,
    incoming,
    outgoing,
    nodeNames,
    edgeNames,
  };
}

/** The indices of edges by the node at one of their ends. */
function edgesBy({ nodes, edges }: GraphAnswer["graph"], end: "from" | "to"): (node: number) => readonly number[] {
  const starts = new Uint32Array(nodes.length + 2);
  for (const edge of edges) starts[edge[end] + 2] = (starts[edge[end] + 2] ?? 0) + 1;
  for (let i = 2; i < starts.length; i++) starts[i] = (starts[i] ?? 0) + (starts[i - 1] ?? 0);
  const list = new Uint32Array(edges.length);
  edges.forEach((edge, e) => {
    const place = starts[edge[end] + 1] ?? 0;
    list[place] = e;
    starts[edge[end] + 1] = place + 1;
  });
  return (node) => Array.from(list.subarray(starts[node] ?? 0, starts[node + 1] ?? 0));
}

function isAlike(a: GraphAnswer["graph"]["edges"][number] | undefined, b: typeof a): boolean {
  return a?.from === b?.from && a?.to === b?.to && a?.argument === b?.argument;
}

/** Names, made on demand: a large picture has many more than it shows. Copies have a number at the end. */
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

/** The whole drawing, with room for the labels of regions at its top. */
export function pictureBox(layout: GraphAnswer["layout"]): Box {
  return { x: 0, y: -labelRoom, width: layout.width, height: layout.height + labelRoom };
}

/** The region of a hull or label among React Flow's nodes; undefined for other nodes. */
export function regionOf({ answer }: Scene, { id, type }: { readonly id: string; readonly type?: string | undefined }): number | undefined {
  if (type !== "hull" && !(type === "label" && id.startsWith("l"))) return undefined;
  const index = Number.parseInt(id.slice(1), 10);
  return answer.graph.regions[index] ? index : undefined;
}

/** The bounds of a frame, with room for its title. */
export function boxOfFrame({ answer: { layout } }: Scene, frame: number): Box {
  const { x, y, width, height } = boxAt(layout.frames, frame);
  return { x, y: y - labelRoom, width, height: height + labelRoom };
}

/** The box around nodes; undefined if there are none. */
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
/** An input that is more than this many operator heights above its first operator is not shown with it. */
const mostAbove = 6;

/**
 * Where the network begins: the topmost operator that has only parameters and constants as inputs, with its input above
 * it. An operator without any input is made up within the network.
 */
export function startOf(scene: Scene): Box {
  const { graph, layout } = scene.answer;
  const isLeaf = (i: number) => graph.nodes[i]?.card === "constant" || graph.nodes[i]?.card === "variable";
  /** Nodes that have inputs, and nodes that have an input other than a leaf. */
  const [fed, follows] = [new Uint8Array(graph.nodes.length), new Uint8Array(graph.nodes.length)];
  for (const { from, to } of graph.edges) {
    fed[to] = 1;
    if (!isLeaf(from)) follows[to] = 1;
  }
  const topOf = (i: number) => layout.nodes[4 * i + 1] ?? 0;
  let first = -1;
  graph.nodes.forEach((_, i) => {
    if (isLeaf(i) || follows[i]) return;
    const isBetter = first < 0 || (fed[i] === fed[first] ? topOf(i) < topOf(first) : fed[i] === 1);
    if (isBetter) first = i;
  });
  if (first < 0) return pictureBox(layout);
  const { x, y, width, height } = boxAt(layout.nodes, first);
  const tops = scene.incoming(first).map((e) => topOf(graph.edges[e]?.from ?? -1));
  const top = Math.min(y, ...tops.filter((at) => at > y - mostAbove * height)) - titleRoom;
  return { x, y: top, width, height: y + height - top };
}

/**
 * Indices of the nodes with these ids. A card or a stack represents what it holds. The nodes of a composite represent
 * its call.
 */
export function indicesOf(scene: Scene, ids: readonly number[]): ReadonlySet<number> {
  const indices = new Set<number>();
  const wanted = new Set(ids);
  for (const id of ids) {
    const index = scene.indexOf.get(id);
    if (index !== undefined) indices.add(index);
  }
  if (indices.size === wanted.size) return indices;
  const { frames, nodes } = scene.answer.graph;
  const composites = new Set<number>();
  frames.forEach(({ kind, node = -1, parent }, i) => {
    if (kind === "composite" && (wanted.has(node) || composites.has(parent))) composites.add(i);
  });
  nodes.forEach(({ frame, summary }, i) => {
    const isHeld = (id: number) => wanted.has(id);
    if (composites.has(frame) || summary?.members.some(isHeld) || summary?.composites.some(isHeld)) indices.add(i);
  });
  return indices;
}

/** The nodes on a path from an input to one of these, or from one of these to an output, with them. */
export function pathsOf(scene: Scene, from: ReadonlySet<number>): ReadonlySet<number> {
  const { edges } = scene.answer.graph;
  const found = new Set(from);
  for (const [edgesAt, end] of [
    [scene.incoming, "from"],
    [scene.outgoing, "to"],
  ] as const) {
    const seen = new Set(from);
    const open = [...from];
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      found.add(at);
      for (const e of edgesAt(at)) {
        const next = edges[e]?.[end];
        if (next === undefined || seen.has(next)) continue;
        seen.add(next);
        open.push(next);
      }
    }
  }
  return found;
}
