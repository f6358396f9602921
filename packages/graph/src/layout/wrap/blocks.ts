/**
 * The parts of a picture that wrap independently: each function of a module, and the rest. The whole picture if edges
 * join them.
 */
import { at } from "@relayscope/ir";
import type { DrawableGraph, GraphLayout } from "../../drawable.ts";

export interface Block {
  /** The function's frame; -1 for the nodes outside of functions, or for the whole picture. */
  readonly root: number;
  readonly nodes: readonly number[];
  /** Frames within the root, outer ones first. */
  readonly frames: readonly number[];
  readonly edges: readonly number[];
  /** Rectangles of regions' hulls. */
  readonly hulls: readonly number[];
}

interface OpenBlock {
  readonly root: number;
  readonly nodes: number[];
  readonly frames: number[];
  readonly edges: number[];
  readonly hulls: number[];
}

/** The blocks of a picture, in model order. */
export function blocksOf(graph: DrawableGraph, flat: GraphLayout): readonly Block[] {
  const rootOf: number[] = [];
  graph.frames.forEach((frame, f) => {
    rootOf.push(frame.parent < 0 ? f : at(rootOf, frame.parent));
  });
  const rootOfNode = (i: number) => {
    const { frame } = at(graph.nodes, i);
    return frame < 0 ? -1 : at(rootOf, frame);
  };
  const isWhole = graph.edges.some((edge) => rootOfNode(edge.from) !== rootOfNode(edge.to));
  const blocks = new Map<number, OpenBlock>();
  const blockAt = (root: number) => {
    const key = isWhole ? -1 : root;
    const known = blocks.get(key) ?? { root: key, nodes: [], frames: [], edges: [], hulls: [] };
    blocks.set(key, known);
    return known;
  };
  graph.nodes.forEach((_, i) => {
    blockAt(rootOfNode(i)).nodes.push(i);
  });
  graph.frames.forEach((_, f) => {
    if (isWhole || at(rootOf, f) !== f) blockAt(at(rootOf, f)).frames.push(f);
  });
  graph.edges.forEach((edge, e) => {
    blockAt(rootOfNode(edge.from)).edges.push(e);
  });
  graph.regions.forEach((region, r) => {
    const [first] = region.nodes;
    for (let h = at(flat.hullOffsets, r); h < at(flat.hullOffsets, r + 1); h++)
      if (first !== undefined) blockAt(rootOfNode(first)).hulls.push(h);
  });
  return [...blocks.values()];
}
