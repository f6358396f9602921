/**
 * The tree of boxes that layout works on: nodes within groups within groups. A group is an expanded frame, or those of
 * a frame's items that belong to one region. Items are numbered: node i is item i, group g is item `nodeCount + g`.
 * Group 0 is the whole picture.
 */
import { at, pushTo } from "@relayscope/ir";
import type { DrawableFrame, DrawableGraph, DrawableRegion } from "../drawable.ts";
import { isChip, labelWidth } from "./sizes.ts";

export interface LayoutTree {
  readonly nodeCount: number;
  /** The group that an item is in; -1 for group 0. */
  readonly groupOf: readonly number[];
  /** By group; 0 for group 0. */
  readonly depth: readonly number[];
  /** By group: its items in model order. */
  readonly items: readonly (readonly number[])[];
  /** By item: its place in the model, the least index of a node in it. */
  readonly rank: readonly number[];
  /** By frame: its group; -1 if it is collapsed. */
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
    const parent = frame.parent >= 0 ? at(groupOfFrame, frame.parent) : 0;
    if (frame.isCollapsed || parent < 0) {
      groupOfFrame.push(-1);
      continue;
    }
    groupOfFrame.push(depth.length);
    frameOfGroup.push(index);
    groupParent.push(parent);
    depth.push(at(depth, parent) + 1);
    regionOfGroup.push(-1);
    labelWidths.push(labelWidth(frame.detail ? `${frame.label}  ${frame.detail}` : frame.label));
  }
  for (const [i, node] of nodes.entries()) groupOf[i] = groupOfNode(node.frame, frames, groupOfFrame);
  boxRegions(graph, { groupOf, groupParent, depth, frameOfGroup }, (parent, region) => {
    groupParent.push(parent);
    regionOfGroup.push(region);
    depth.push(at(depth, parent) + 1);
    labelWidths.push(labelWidth(mergedLabel(at(regions, region))));
    return groupParent.length - 1;
  });
  // Region groups were put between frames and their content: depths below them change.
  const byParent = childGroups(groupParent);
  const stack = [0];
  for (let here = stack.pop(); here !== undefined; here = stack.pop()) {
    for (const child of at(byParent, here)) {
      depth[child] = at(depth, here) + 1;
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
  for (let i = 0; i < nodeCount; i++) least[at(groupOf, i)] = Math.min(at(least, at(groupOf, i)), i);
  for (const group of order) {
    const parent = at(groupParent, group);
    if (parent >= 0) least[parent] = Math.min(at(least, parent), at(least, group));
  }
  const items: number[][] = depth.map(() => []);
  for (let i = 0; i < nodeCount; i++) at(items, at(groupOf, i)).push(i);
  for (let g = 0; g < depth.length; g++) {
    rank.push(at(least, g));
    groupOf.push(at(groupParent, g));
    if (g > 0) at(items, at(groupParent, g)).push(nodeCount + g);
  }
  for (const list of items) list.sort((a, b) => at(rank, a) - at(rank, b));
  return { nodeCount, groupOf, depth, items, rank, groupOfFrame, regionOfGroup, labelWidths };
}

/** Groups, inner ones first. */
export function groupsDeepestFirst(depth: readonly number[]): number[] {
  return depth.map((_, i) => i).sort((a, b) => at(depth, b) - at(depth, a) || b - a);
}

/**
 * A region's label once its marks are merged. Frames are sized for this label before, too, so that merging moves
 * nothing.
 */
function mergedLabel({ label, isMarked }: DrawableRegion): string {
  return isMarked ? label.replace(" marked", "") : label;
}

function groupOfNode(frame: number, frames: readonly DrawableFrame[], groupOfFrame: readonly number[]): number {
  let here = frame;
  while (here >= 0 && groupOfFrame[here] === -1) here = at(frames, here).parent;
  return here >= 0 ? at(groupOfFrame, here) : 0;
}

function childGroups(parents: readonly number[]): number[][] {
  const out: number[][] = parents.map(() => []);
  parents.forEach((parent, g) => {
    if (parent >= 0) at(out, parent).push(g);
  });
  return out;
}

interface Groups {
  readonly groupOf: number[];
  readonly groupParent: number[];
  readonly depth: readonly number[];
  readonly frameOfGroup: readonly number[];
}

/** Puts a box around the items of each region within each frame. Changes `groupOf` and `groupParent`. */
function boxRegions(
  graph: DrawableGraph,
  { groupOf, groupParent, depth, frameOfGroup }: Groups,
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
    const frame = at(frameOfGroup, group);
    if (frame >= 0 && at(frames, frame).region === region) return -1;
    return isFrame && regions[region]?.kind === "fused" ? -1 : region;
  };
  const region = new Int32Array(nodeCount + frameGroups).fill(-1);
  for (let i = 0; i < nodeCount; i++) region[i] = boxOf(at(groupOf, i), nodes[i]?.summary ? -1 : (nodes[i]?.region ?? -1), false);
  for (let g = 1; g < frameGroups; g++) {
    const frame = at(frames, at(frameOfGroup, g));
    // An opened card is its region's box.
    region[nodeCount + g] = frame.kind === "region" ? -1 : boxOf(at(groupParent, g), frame.region, true);
  }
  const keyOf = (item: number, group: number) => (at(region, item) < 0 ? `i${item}` : `r${group}/${region[item]}`);
  const lifted: { group: number; from: number; to: number }[] = [];
  for (const edge of edges) {
    let a = edge.from;
    let b = edge.to;
    let ga = at(groupOf, a);
    let gb = at(groupOf, b);
    while (ga !== gb) {
      if (at(depth, ga) >= at(depth, gb)) {
        a = nodeCount + ga;
        ga = at(groupParent, ga);
      } else {
        b = nodeCount + gb;
        gb = at(groupParent, gb);
      }
    }
    if (a !== b) lifted.push({ group: ga, from: a, to: b });
  }
  // Boxes that a cycle runs through are left out: their regions are drawn node by node.
  const cyclic = cyclicBoxes(lifted, keyOf);
  const boxes = new Map<string, number>();
  const boxFor = (item: number, group: number) => {
    if (at(region, item) < 0) return group;
    const key = keyOf(item, group);
    if (cyclic.has(key)) return group;
    let box = boxes.get(key);
    if (box === undefined) {
      box = make(group, at(region, item));
      boxes.set(key, box);
    }
    return box;
  };
  for (let i = 0; i < nodeCount; i++) groupOf[i] = boxFor(i, at(groupOf, i));
  for (let g = 1; g < frameGroups; g++) groupParent[g] = boxFor(nodeCount + g, at(groupParent, g));
}

/**
 * Moves a chip whose consumers are all in one region, or in one partitioned function, into it, if each of them has
 * another item of the same box above it. The chip is then next to its consumer, and no edge runs down from the box's
 * top. Changes `groupOf`.
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
    if (isChip(at(graph.nodes, edge.from))) {
      pushTo(consumers, edge.from, edge.to);
      continue;
    }
    let groupA = at(groupOf, edge.from);
    let b = edge.to;
    let groupB = at(groupOf, b);
    while (groupA !== groupB) {
      if (at(depth, groupA) >= at(depth, groupB)) groupA = at(groupParent, groupA);
      else {
        b = nodeCount + groupB;
        groupB = at(groupParent, groupB);
      }
    }
    hasProducer.add(b);
  }
  /** The item within `group` that holds a node, and the one within that. */
  const path = (node: number, group: number): readonly [number, number] => {
    let inner = -1;
    let here = node;
    let parent = at(groupOf, node);
    while (parent !== group && parent >= 0) {
      inner = here;
      here = nodeCount + parent;
      parent = at(groupParent, parent);
    }
    return [here, inner];
  };
  for (const [chip, list] of consumers) {
    for (;;) {
      const group = at(groupOf, chip);
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
    at(successors, a).push(b);
    waiting[b] = at(waiting, b) + 1;
  }
  const ready = keys.map((_, i) => i).filter((i) => waiting[i] === 0);
  for (let done = ready.pop(); done !== undefined; done = ready.pop()) {
    for (const next of at(successors, done)) {
      waiting[next] = at(waiting, next) - 1;
      if (waiting[next] === 0) ready.push(next);
    }
  }
  return new Set(keys.filter((key, i) => at(waiting, i) > 0 && key.startsWith("r")));
}
