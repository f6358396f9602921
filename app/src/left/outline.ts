/** The picture as a tree: frames hold nodes and frames, in drawing order. */
import type { GraphAnswer } from "@relayscope/engine";

type Graph = GraphAnswer["graph"];

export interface OutlineRow {
  readonly key: string;
  readonly kind: "frame" | "node";
  /** The frame's or node's id. */
  readonly id: number;
  readonly label: string;
  /** Text read after the label: attributes, type, region. */
  readonly detail: string;
  readonly region: number;
  readonly isNew: boolean;
  /** Counted from 1. */
  readonly level: number;
  /** Place among its siblings, from 1, and how many there are. */
  readonly place: number;
  readonly siblings: number;
  /** Undefined for a node. */
  readonly isOpen: boolean | undefined;
}

/**
 * The rows of a graph's outline, without the content of folded frames. Nodes come before frames inside the same frame.
 */
export function outlineOf(graph: Graph): readonly OutlineRow[] {
  const nodesIn = new Map<number, number[]>();
  const framesIn = new Map<number, number[]>();
  graph.nodes.forEach((node, i) => {
    const list = nodesIn.get(node.frame);
    if (list) list.push(i);
    else nodesIn.set(node.frame, [i]);
  });
  graph.frames.forEach((frame, i) => {
    const list = framesIn.get(frame.parent);
    if (list) list.push(i);
    else framesIn.set(frame.parent, [i]);
  });
  const rows: OutlineRow[] = [];
  const open: { readonly frame: number; readonly level: number; readonly place: number; readonly siblings: number }[] = [];
  const enter = (frame: number, level: number) => {
    const nodes = nodesIn.get(frame) ?? [];
    const frames = framesIn.get(frame) ?? [];
    const siblings = nodes.length + frames.length;
    nodes.forEach((i, k) => {
      const node = graph.nodes[i];
      if (!node) return;
      rows.push({
        key: `n${node.id}-${i}`,
        kind: "node",
        id: node.id,
        label: node.label,
        detail: [node.detail, node.type].filter((t) => t !== "").join("  "),
        region: node.region,
        isNew: node.isNew,
        level,
        place: k + 1,
        siblings,
        isOpen: undefined,
      });
    });
    for (let k = frames.length - 1; k >= 0; k--) open.push({ frame: frames[k] ?? 0, level, place: nodes.length + k + 1, siblings });
  };
  enter(-1, 1);
  for (let next = open.pop(); next; next = open.pop()) {
    const frame = graph.frames[next.frame];
    if (!frame) continue;
    rows.push({
      key: `f${frame.id}-${next.frame}`,
      kind: "frame",
      id: frame.id,
      label: frame.label,
      detail: frame.detail === "" ? frame.kind.replace("-", " ") : frame.detail,
      region: frame.region,
      isNew: false,
      level: next.level,
      place: next.place,
      siblings: next.siblings,
      isOpen: !frame.isCollapsed,
    });
    if (!frame.isCollapsed) enter(next.frame, next.level + 1);
  }
  return rows;
}
