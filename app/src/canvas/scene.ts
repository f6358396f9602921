/** A graph answer made ready for drawing: boxes by index, neighbors, bounds of edges. Made once per answer. */
import type { GraphAnswer } from "@relayscope/engine";
import type { Box } from "./camera.ts";

export interface Scene {
  readonly answer: GraphAnswer;
  readonly indexOf: ReadonlyMap<number, number>;
  /** Edge indices per node. */
  readonly incoming: readonly (readonly number[])[];
  readonly outgoing: readonly (readonly number[])[];
  /** Left, top, right, bottom of each edge. */
  readonly edgeBounds: Float32Array;
  /** Nesting depth per frame. */
  readonly depths: Uint16Array;
  /** Labels cut to their boxes, by node. */
  readonly cuts: Map<string, string>;
}

const scenes = new WeakMap<GraphAnswer, Scene>();

function build(answer: GraphAnswer): Scene {
  const { graph, layout } = answer;
  const indexOf = new Map(graph.nodes.map((n, i) => [n.id, i]));
  const incoming: number[][] = graph.nodes.map(() => []);
  const outgoing: number[][] = graph.nodes.map(() => []);
  const edgeBounds = new Float32Array(graph.edges.length * 4);
  graph.edges.forEach((edge, i) => {
    outgoing[edge.from]?.push(i);
    incoming[edge.to]?.push(i);
    let left = Number.POSITIVE_INFINITY;
    let top = Number.POSITIVE_INFINITY;
    let right = Number.NEGATIVE_INFINITY;
    let bottom = Number.NEGATIVE_INFINITY;
    for (let p = layout.edgeOffsets[i] ?? 0; p < (layout.edgeOffsets[i + 1] ?? 0); p++) {
      const x = layout.edgePoints[2 * p] ?? 0;
      const y = layout.edgePoints[2 * p + 1] ?? 0;
      left = Math.min(left, x);
      right = Math.max(right, x);
      top = Math.min(top, y);
      bottom = Math.max(bottom, y);
    }
    edgeBounds.set([left, top, right, bottom], 4 * i);
  });
  const depths = new Uint16Array(graph.frames.length);
  graph.frames.forEach((frame, i) => {
    depths[i] = frame.parent < 0 ? 0 : (depths[frame.parent] ?? 0) + 1;
  });
  return { answer, indexOf, incoming, outgoing, edgeBounds, depths, cuts: new Map() };
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

/** Whether a point lies in a box. */
export function contains(box: Box, x: number, y: number): boolean {
  return x >= box.x && y >= box.y && x <= box.x + box.width && y <= box.y + box.height;
}

export type Hit =
  | { readonly kind: "node"; readonly index: number }
  | { readonly kind: "frame"; readonly index: number; readonly isHeader: boolean }
  | { readonly kind: "region"; readonly index: number };

/** Height of a frame's header, in the drawing's units. */
export const headerHeight = 17;

/** What lies under a point of the drawing: the topmost node, else the innermost frame, else a region. */
export function hitTest(scene: Scene, x: number, y: number): Hit | undefined {
  const { graph, layout } = scene.answer;
  for (let i = graph.nodes.length - 1; i >= 0; i--) {
    if (contains(boxAt(layout.nodes, i), x, y)) return { kind: "node", index: i };
  }
  for (let i = graph.frames.length - 1; i >= 0; i--) {
    const box = boxAt(layout.frames, i);
    if (box.width > 0 && contains(box, x, y)) return { kind: "frame", index: i, isHeader: y <= box.y + headerHeight };
  }
  for (let i = 0; i < graph.regions.length; i++) {
    for (let h = layout.hullOffsets[i] ?? 0; h < (layout.hullOffsets[i + 1] ?? 0); h++) {
      if (contains(boxAt(layout.hulls, h), x, y)) return { kind: "region", index: i };
    }
  }
  return undefined;
}

/** All of a drawing, with room for the labels of regions at its top. */
export function pictureBox(layout: GraphAnswer["layout"]): Box {
  return { x: 0, y: -8, width: layout.width, height: layout.height + 8 };
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
