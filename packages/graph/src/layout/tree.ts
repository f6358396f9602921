/**
 * The tree of boxes that layout works on: nodes within groups within groups. A group is an expanded frame, or those of a frame's items that
 * belong to one region. Items are numbered: node i is item i, group g is item `nodeCount + g`. Group 0 is the whole picture.
 */
import type { DrawableFrame, DrawableGraph, DrawableNode, DrawableRegion } from "../drawable.ts";
import { isChip, labelWidth } from "./sizes.ts";

export interface LayoutTree {
  readonly nodeCount: number;
  /** The group that an item stands in; -1 for group 0. */
  readonly groupOf: readonly number[];
  /** By group; 0 for group 0. */
  readonly depth: readonly number[];
  /** By group: its items in model order. */
  readonly items: readonly (readonly number[])[];
  /** By item: its place in the model, the least index of a node in it. */
  readonly rank: readonly number[];
  /** By frame: its group; -1 where it is collapsed. */
  readonly groupOfFrame: readonly number[];
  /** By group: the region it was made for; -1 for frames. */
  readonly regionOfGroup: readonly number[];
  /** By group: the width its label needs. */
  readonly labelWidths: readonly number[];
}

/** The boxes of a graph. Items of one region share a box, unless boxing them would close a cycle. */
export function layoutTree(graph: DrawableGraph): LayoutTree {
  const { nodes, frames, regions } = graph;
  const nodeCount = nodes.length;
  const groupOf: number[] = new Array<number>(nodeCount).fill(0);
  const depth: number[] = [0];
  const regionOfGroup: number[] = [-1];
  const labelWidths: number[] = [0];
  const groupParent: number[] = [-1];
  const groupOfFrame: number[] = [];
  const frameOfGroup: number[] = [-1];
  for (const [index, frame] of frames.entries()) {
    const parent = frame.parent >= 0 ? (groupOfFrame[frame.parent] as number) : 0;
    if (frame.isCollapsed || parent < 0) {
      groupOfFrame.push(-1);
      continue;
    }
    groupOfFrame.push(depth.length);
    frameOfGroup.push(index);
    groupParent.push(parent);
    depth.push((depth[parent] as number) + 1);
    regionOfGroup.push(-1);
    labelWidths.push(labelWidth(frame.detail ? `${frame.label}  ${frame.detail}` : frame.label));
  }
  for (const [i, node] of nodes.entries()) groupOf[i] = groupOfNode(node.frame, frames, groupOfFrame);
  boxRegions(graph, groupOf, groupParent, depth, frameOfGroup, (parent, region) => {
    groupParent.push(parent);
    regionOfGroup.push(region);
    depth.push((depth[parent] as number) + 1);
    labelWidths.push(labelWidth((regions[region] as DrawableRegion).label));
    return groupParent.length - 1;
  });
  // Region groups were put between frames and their content: depths below them change.
  const byParent = childGroups(groupParent);
  const stack = [0];
  while (stack.length > 0) {
    const at = stack.pop() as number;
    for (const child of byParent[at] as number[]) {
      depth[child] = (depth[at] as number) + 1;
      stack.push(child);
    }
  }
  moveChips(graph, groupOf, groupParent, depth, (group) => {
    const frame = frameOfGroup[group];
    return frame === undefined || (frame >= 0 && frames[frame]?.kind === "external-function");
  });
  const rank: number[] = nodes.map((_, i) => i);
  const order = groupsDeepestFirst(depth);
  const least = new Array<number>(depth.length).fill(Number.POSITIVE_INFINITY);
  for (let i = 0; i < nodeCount; i++) least[groupOf[i] as number] = Math.min(least[groupOf[i] as number] as number, i);
  for (const group of order) {
    const parent = groupParent[group] as number;
    if (parent >= 0) least[parent] = Math.min(least[parent] as number, least[group] as number);
  }
  const items: number[][] = depth.map(() => []);
  for (let i = 0; i < nodeCount; i++) (items[groupOf[i] as number] as number[]).push(i);
  for (let g = 0; g < depth.length; g++) {
    rank.push(least[g] as number);
    groupOf.push(groupParent[g] as number);
    if (g > 0) (items[groupParent[g] as number] as number[]).push(nodeCount + g);
  }
  for (const list of items) list.sort((a, b) => (rank[a] as number) - (rank[b] as number));
  return { nodeCount, groupOf, depth, items, rank, groupOfFrame, regionOfGroup, labelWidths };
}

/** Groups, inner ones first. */
export function groupsDeepestFirst(depth: readonly number[]): number[] {
  return depth.map((_, i) => i).sort((a, b) => (depth[b] as number) - (depth[a] as number) || b - a);
}

function groupOfNode(frame: number, frames: readonly DrawableFrame[], groupOfFrame: readonly number[]): number {
  let at = frame;
  while (at >= 0 && groupOfFrame[at] === -1) at = (frames[at] as DrawableFrame).parent;
  return at >= 0 ? (groupOfFrame[at] as number) : 0;
}

function childGroups(parents: readonly number[]): number[][] {
  const out: number[][] = parents.map(() => []);
  parents.forEach((parent, g) => {
    if (parent >= 0) (out[parent] as number[]).push(g);
  });
  return out;
}

/** Puts a box around the items of each region within each frame. Changes `groupOf` and `groupParent`. */
function boxRegions(
  graph: DrawableGraph,
  groupOf: number[],
  groupParent: number[],
  depth: readonly number[],
  frameOfGroup: readonly number[],
  make: (parent: number, region: number) => number,
): void {
  const { nodes, frames, edges, regions } = graph;
  const isBoxed = regions.map((r) => r.color >= 0 && (r.kind === undefined || r.kind === "annotated" || r.kind === "fused"));
  if (!isBoxed.includes(true)) return;
  const frameGroups = groupParent.length;
  const nodeCount = nodes.length;
  /** The region an item is boxed for within its group. */
  const boxOf = (group: number, region: number, isFrame: boolean) => {
    if (region < 0 || !isBoxed[region]) return -1;
    const frame = frameOfGroup[group] as number;
    if (frame >= 0 && (frames[frame] as DrawableFrame).region === region) return -1;
    return isFrame && regions[region]?.kind === "fused" ? -1 : region;
  };
  const region = new Int32Array(nodeCount + frameGroups).fill(-1);
  for (let i = 0; i < nodeCount; i++) region[i] = boxOf(groupOf[i] as number, nodes[i]?.summary ? -1 : (nodes[i]?.region ?? -1), false);
  for (let g = 1; g < frameGroups; g++) {
    const frame = frames[frameOfGroup[g] as number] as DrawableFrame;
    region[nodeCount + g] = boxOf(groupParent[g] as number, frame.region, true);
  }
  const keyOf = (item: number, group: number) => ((region[item] as number) < 0 ? `i${item}` : `r${group}/${region[item]}`);
  const lifted: { group: number; from: number; to: number }[] = [];
  for (const edge of edges) {
    let a = edge.from;
    let b = edge.to;
    let ga = groupOf[a] as number;
    let gb = groupOf[b] as number;
    while (ga !== gb) {
      if ((depth[ga] as number) >= (depth[gb] as number)) {
        a = nodeCount + ga;
        ga = groupParent[ga] as number;
      } else {
        b = nodeCount + gb;
        gb = groupParent[gb] as number;
      }
    }
    if (a !== b) lifted.push({ group: ga, from: a, to: b });
  }
  // Boxes that a cycle runs through are left out: their regions are drawn node by node.
  const cyclic = cyclicBoxes(lifted, keyOf);
  const boxes = new Map<string, number>();
  const boxFor = (item: number, group: number) => {
    if ((region[item] as number) < 0) return group;
    const key = keyOf(item, group);
    if (cyclic.has(key)) return group;
    let box = boxes.get(key);
    if (box === undefined) {
      box = make(group, region[item] as number);
      boxes.set(key, box);
    }
    return box;
  };
  for (let i = 0; i < nodeCount; i++) groupOf[i] = boxFor(i, groupOf[i] as number);
  for (let g = 1; g < frameGroups; g++) groupParent[g] = boxFor(nodeCount + g, groupParent[g] as number);
}

/**
 * Puts a chip whose consumers all stand in one region, or in one partitioned function, there with them, if something of the same box stands above
 * each of them anyway: so it stands beside what it feeds, and no edge has to run down from the box's top. Changes `groupOf`.
 */
function moveChips(
  graph: DrawableGraph,
  groupOf: number[],
  groupParent: readonly number[],
  depth: readonly number[],
  isOpen: (group: number) => boolean,
): void {
  const nodeCount = graph.nodes.length;
  const hasProducer = new Set<number>();
  const consumers = new Map<number, number[]>();
  for (const edge of graph.edges) {
    if (isChip(graph.nodes[edge.from] as DrawableNode)) {
      const list = consumers.get(edge.from);
      if (list) list.push(edge.to);
      else consumers.set(edge.from, [edge.to]);
      continue;
    }
    let groupA = groupOf[edge.from] as number;
    let b = edge.to;
    let groupB = groupOf[b] as number;
    while (groupA !== groupB) {
      if ((depth[groupA] as number) >= (depth[groupB] as number)) groupA = groupParent[groupA] as number;
      else {
        b = nodeCount + groupB;
        groupB = groupParent[groupB] as number;
      }
    }
    hasProducer.add(b);
  }
  /** The item within `group` that holds a node, and the one within that. */
  const path = (node: number, group: number): readonly [number, number] => {
    let inner = -1;
    let at = node;
    let parent = groupOf[node] as number;
    while (parent !== group && parent >= 0) {
      inner = at;
      at = nodeCount + parent;
      parent = groupParent[parent] as number;
    }
    return [at, inner];
  };
  for (const [chip, list] of consumers) {
    for (;;) {
      const group = groupOf[chip] as number;
      const paths = list.map((node) => path(node, group));
      const item = paths[0]?.[0] ?? -1;
      if (item < nodeCount || !isOpen(item - nodeCount) || !paths.every(([outer, inner]) => outer === item && hasProducer.has(inner)))
        break;
      groupOf[chip] = item - nodeCount;
    }
  }
}

function cyclicBoxes(
  lifted: readonly { readonly group: number; readonly from: number; readonly to: number }[],
  keyOf: (item: number, group: number) => string,
): Set<string> {
  const number = new Map<string, number>();
  const keys: string[] = [];
  const indexOf = (key: string) => {
    let index = number.get(key);
    if (index === undefined) {
      index = keys.length;
      number.set(key, index);
      keys.push(key);
    }
    return index;
  };
  const successors: number[][] = [];
  const waiting: number[] = [];
  for (const { group, from, to } of lifted) {
    const a = indexOf(keyOf(from, group));
    const b = indexOf(keyOf(to, group));
    while (successors.length < keys.length) {
      successors.push([]);
      waiting.push(0);
    }
    if (a === b) continue;
    (successors[a] as number[]).push(b);
    waiting[b] = (waiting[b] as number) + 1;
  }
  const ready = keys.map((_, i) => i).filter((i) => waiting[i] === 0);
  while (ready.length > 0) {
    for (const next of successors[ready.pop() as number] as number[]) {
      waiting[next] = (waiting[next] as number) - 1;
      if (waiting[next] === 0) ready.push(next);
    }
  }
  return new Set(keys.filter((key, i) => (waiting[i] as number) > 0 && key.startsWith("r")));
}
