/** Placed groups as one picture: absolute boxes of nodes and frames, outlines of regions, routes of edges. */
import { at } from "@relayscope/ir";
import type { DrawableGraph, GraphLayout } from "../drawable.ts";
import { margin } from "./earlier.ts";
import type { Placement } from "./placement.ts";
import { type Rectangle, rectangleAt } from "./rectangles.ts";
import { routeEdges } from "./routes.ts";
import { frameBottom, frameSide, hullTop } from "./sizes.ts";

/** The picture of a placement. */
export function geometryOf(placement: Placement): GraphLayout {
  const { graph, tree, sizes, placed, deepestFirst } = placement;
  const { nodeCount } = tree;
  const contentX = new Float64Array(placed.length);
  const contentY = new Float64Array(placed.length);
  const root = at(placed, 0);
  contentX[0] = margin + root.shift;
  contentY[0] = margin + root.layout.topMargin;
  const nodes = new Float32Array(nodeCount * 4);
  for (const group of deepestFirst.toReversed()) {
    const { layout } = at(placed, group);
    at(tree.items, group).forEach((item, i) => {
      const center = at(contentX, group) + at(layout.centers, i);
      const top = at(contentY, group) + at(layout.tops, i);
      if (item < nodeCount) {
        const [width, height] = at(sizes, item);
        nodes.set([Math.round(center - width / 2), Math.round(top + (at(layout.rowHeights, i) - height) / 2), width, height], item * 4);
      } else {
        const inner = item - nodeCount;
        const box = at(placed, inner);
        contentX[inner] = Math.round(center - box.width / 2) + box.shift;
        contentY[inner] = top;
      }
    });
  }
  const rectangleOf = (group: number): Rectangle => {
    const box = at(placed, group);
    const x = at(contentX, group) - box.shift - box.sideMargin;
    const y = at(contentY, group) - box.topMargin;
    return [x, y, box.width + 2 * box.sideMargin, box.layout.height + box.topMargin + box.bottomMargin];
  };
  const frames = frameBoxes(placement, nodes, rectangleOf);
  return {
    width: root.width + 2 * margin,
    height: root.layout.height + root.layout.topMargin + root.layout.bottomMargin + 2 * margin,
    nodes,
    frames,
    framePieces: frames.slice(),
    frameOffsets: Uint32Array.from({ length: graph.frames.length + 1 }, (_, i) => i),
    ...outlineRegions(placement, nodes, frames, rectangleOf),
    ...routeEdges(placement, nodes, contentX, contentY),
  };
}

function frameBoxes({ graph, tree }: Placement, nodes: Float32Array, rectangleOf: (group: number) => Rectangle): Float32Array {
  const frames = new Float32Array(graph.frames.length * 4);
  const soleNode = new Map<number, number>();
  graph.nodes.forEach((node, i) => {
    if (isCollapsed(graph, node.frame)) soleNode.set(node.frame, i);
  });
  graph.frames.forEach((_, f) => {
    const group = at(tree.groupOfFrame, f);
    const sole = soleNode.get(f);
    if (group > 0) frames.set(rectangleOf(group), f * 4);
    else if (sole !== undefined) frames.set(rectangleAt(nodes, sole), f * 4);
  });
  return frames;
}

function isCollapsed(graph: DrawableGraph, frame: number): boolean {
  return frame >= 0 && at(graph.frames, frame).isCollapsed;
}

function outlineRegions({ graph, tree }: Placement, nodes: Float32Array, frames: Float32Array, rectangleOf: (group: number) => Rectangle) {
  const rectangles: Rectangle[][] = graph.regions.map(() => []);
  /** Groups and frames that outline a region; their content needs no rectangles of its own. */
  const outlines = new Set<number>();
  tree.regionOfGroup.forEach((region, group) => {
    if (region < 0) return;
    rectangles[region]?.push(rectangleOf(group));
    outlines.add(group);
  });
  graph.frames.forEach((frame, f) => {
    const parentRegion = frame.parent >= 0 ? at(graph.frames, frame.parent).region : -1;
    if (frame.region < 0 || frame.region === parentRegion) return;
    const group = at(tree.groupOfFrame, f);
    const outer = group > 0 ? at(tree.groupOf, tree.nodeCount + group) : -1;
    if (outer > 0 && tree.regionOfGroup[outer] === frame.region) return;
    rectangles[frame.region]?.push(rectangleAt(frames, f));
    if (group > 0) outlines.add(group);
  });
  // A region without a box (it would have closed a cycle) is outlined node by node.
  graph.nodes.forEach((node, i) => {
    const region = graph.regions[node.region];
    if (!region || region.color < 0) return;
    for (let group = at(tree.groupOf, i); group > 0; group = at(tree.groupOf, tree.nodeCount + group)) if (outlines.has(group)) return;
    if (isCollapsed(graph, node.frame)) return;
    const [x, y, w, h] = rectangleAt(nodes, i);
    const isCard = node.card === "region";
    rectangles[node.region]?.push(isCard ? [x, y, w, h] : [x - frameSide, y - hullTop, w + 2 * frameSide, h + hullTop + frameBottom]);
  });
  const hullOffsets = new Uint32Array(rectangles.length + 1);
  rectangles.forEach((list, i) => {
    hullOffsets[i + 1] = at(hullOffsets, i) + list.length;
  });
  return { hulls: Float32Array.from(rectangles.flat(2)), hullOffsets, hullJoins: new Uint32Array(rectangles.length) };
}
