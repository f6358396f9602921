/** What every picture keeps. */
import { type DrawableGraph, edgePath, type GraphLayout } from "@relayscope/graph";
import { expect } from "vitest";

export const box = (list: Float32Array, i: number) => {
  const [x = 0, y = 0, w = 0, h = 0] = list.subarray(i * 4, i * 4 + 4);
  return { x, y, w, h, right: x + w, bottom: y + h };
};

/** Nodes never overlap, are within the picture and their frames, and edges end at their nodes. */
export function checkGeometry(graph: DrawableGraph, layout: GraphLayout): void {
  // One comparison for all: an `expect` for each pair of boxes takes longer than the layout.
  const broken: string[] = [];
  const hold = (isHeld: boolean, words: string) => {
    if (!isHeld) broken.push(words);
  };
  const overlaps = (a: Box, b: Box) => a.x < b.right && b.x < a.right && a.y < b.bottom && b.y < a.bottom;
  const holds = (outer: Box, inner: Box) =>
    inner.x >= outer.x && inner.y >= outer.y && inner.right <= outer.right && inner.bottom <= outer.bottom;
  const nodes = graph.nodes.map((_, i) => box(layout.nodes, i));
  nodes.forEach((a, i) => {
    hold(a.w > 0 && a.x >= 0 && a.right <= layout.width && a.bottom <= layout.height, `node ${i} is within the picture`);
    hold(!nodes.some((b, j) => j > i && overlaps(a, b)), `node ${i} overlaps no node after it`);
  });
  const frames = graph.frames.map((_, i) => box(layout.frames, i));
  frames.forEach((frame, i) => {
    hold(
      nodes.every((node, n) => graph.nodes[n]?.frame !== i || holds(frame, node)),
      `frame ${i} holds its nodes`,
    );
    hold(
      frames.every((inner, f) => graph.frames[f]?.parent !== i || holds(frame, inner)),
      `frame ${i} holds its frames`,
    );
    const beside = frames.filter((_, j) => j > i && graph.frames[j]?.parent === graph.frames[i]?.parent);
    hold(!beside.some((other) => overlaps(frame, other)), `frame ${i} overlaps no frame beside it`);
  });
  graph.edges.forEach((edge, e) => {
    const first = layout.edgeOffsets[e] ?? 0;
    const last = (layout.edgeOffsets[e + 1] ?? 0) - 1;
    hold(last > first, `edge ${e} has a line`);
    hold(layout.edgePoints[first * 2 + 1] === nodes[edge.from]?.bottom, `edge ${e} begins at its node`);
    hold(layout.edgePoints[last * 2 + 1] === nodes[edge.to]?.y, `edge ${e} ends at its node`);
  });
  expect(broken).toEqual([]);
}

type Box = ReturnType<typeof box>;

const piecesOf = ({ framePieces, frameOffsets }: GraphLayout, f: number): readonly Box[] =>
  Array.from({ length: (frameOffsets[f + 1] ?? 0) - (frameOffsets[f] ?? 0) }, (_, p) => box(framePieces, (frameOffsets[f] ?? 0) + p));

/** Boxes that overlap though neither holds the other, in words: nodes, and frames piece by piece. */
export function overlapsIn(graph: DrawableGraph, layout: GraphLayout): readonly string[] {
  const found: string[] = [];
  const nodes = graph.nodes.map((_, i) => box(layout.nodes, i));
  const isWithin = (frame: number, outer: number) => {
    let here = frame;
    while (here > outer) here = graph.frames[here]?.parent ?? -1;
    return here === outer;
  };
  const overlap = (a: Box, b: Box) => a.x + 1 < b.right && b.x + 1 < a.right && a.y + 1 < b.bottom && b.y + 1 < a.bottom;
  nodes.forEach((a, i) => {
    for (let j = i + 1; j < nodes.length; j++) {
      const b = nodes[j];
      if (b && overlap(a, b)) found.push(`${graph.nodes[i]?.label} and ${graph.nodes[j]?.label}`);
    }
  });
  graph.frames.forEach((frame, f) => {
    if (frame.isCollapsed) return;
    const pieces = piecesOf(layout, f).filter((piece) => piece.w > 0);
    graph.nodes.forEach((node, i) => {
      const own = nodes[i];
      // A chip that feeds a partitioned function stands beside what it feeds there.
      const isGuest = frame.kind === "external-function" && (node.card === "variable" || node.card === "constant");
      if (!own || isWithin(node.frame, f) || isGuest) return;
      if (pieces.some((piece) => overlap(piece, own))) found.push(`${frame.label} and ${node.label}`);
    });
    graph.frames.forEach((other, g) => {
      if (g <= f || other.isCollapsed || isWithin(g, f)) return;
      if (piecesOf(layout, g).some((a) => pieces.some((b) => overlap(a, b)))) found.push(`${frame.label} and ${other.label}`);
    });
  });
  return found;
}

/** Edges that are drawn through a node that they do not join, in words. */
export function crossedNodes(graph: DrawableGraph, layout: GraphLayout): readonly string[] {
  const found: string[] = [];
  const boxes = graph.nodes.map((_, i) => box(layout.nodes, i));
  graph.edges.forEach((edge, e) => {
    const points = pointsOf(layout, e);
    const [xs, ys] = [points.map(([px]) => px), points.map(([, py]) => py)];
    const [left, rightmost, top, lowest] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
    graph.nodes.forEach((node, i) => {
      const own = boxes[i];
      if (!own || i === edge.from || i === edge.to) return;
      const { x, y, right, bottom } = own;
      if (left >= right || rightmost <= x || top >= bottom || lowest <= y) return;
      const isHit = points.some(([px, py]) => px > x + 2 && px < right - 2 && py > y + 2 && py < bottom - 2);
      if (isHit) found.push(`${graph.nodes[edge.from]?.label} to ${graph.nodes[edge.to]?.label} through ${node.label}`);
    });
  });
  return found;
}

const known = new WeakMap<GraphLayout, (readonly (readonly [number, number])[])[]>();

/** Points on the line of an edge, a few pixels apart. */
function pointsOf(layout: GraphLayout, edge: number): readonly (readonly [number, number])[] {
  const lines = known.get(layout) ?? [];
  known.set(layout, lines);
  lines[edge] ??= pointsOn(edgePath(layout, edge).path);
  return lines[edge];
}

/** Points on a path of straight and curved pieces, a few pixels apart. */
export function pointsOn(path: string): readonly (readonly [number, number])[] {
  const points: (readonly [number, number])[] = [];
  let [x, y] = [0, 0];
  for (const [, command = "", numbers = ""] of path.matchAll(/([MLQC])([^MLQC]*)/g)) {
    const [a = 0, b = 0, c = a, d = b, e = c, f = d] = numbers.trim().split(/[ ,]+/).map(Number);
    // All as cubic curves: the control points of the shorter ones repeat.
    const [x1, y1, x2, y2, x3, y3] = command === "C" ? [a, b, c, d, e, f] : command === "Q" ? [a, b, a, b, c, d] : [x, y, a, b, a, b];
    const steps = command === "M" ? 0 : Math.ceil((Math.abs(x3 - x) + Math.abs(y3 - y)) / 5);
    for (let s = 1; s <= steps; s++) {
      const t = s / steps;
      const u = 1 - t;
      const at = (p0: number, p1: number, p2: number, p3: number) => u ** 3 * p0 + 3 * u * u * t * p1 + 3 * u * t * t * p2 + t ** 3 * p3;
      points.push([at(x, x1, x2, x3), at(y, y1, y2, y3)]);
    }
    [x, y] = [x3, y3];
  }
  return points;
}

/** Edges that are drawn behind a frame that holds neither of their ends, in words. */
export function behindFrames(graph: DrawableGraph, layout: GraphLayout): readonly string[] {
  const found: string[] = [];
  const isWithin = (node: number, outer: number) => {
    let here = graph.nodes[node]?.frame ?? -1;
    while (here > outer) here = graph.frames[here]?.parent ?? -1;
    return here === outer;
  };
  const paths = graph.edges.map((_, e) => pointsOf(layout, e));
  graph.frames.forEach((frame, f) => {
    if (frame.isCollapsed) return;
    const pieces = piecesOf(layout, f).filter((piece) => piece.w > 0);
    graph.edges.forEach((edge, e) => {
      if (isWithin(edge.from, f) || isWithin(edge.to, f)) return;
      const isBehind = paths[e]?.some(([px, py]) =>
        pieces.some(({ x, y, right, bottom }) => px > x + 2 && px < right - 2 && py > y + 2 && py < bottom - 2),
      );
      if (isBehind) found.push(`${graph.nodes[edge.from]?.label} to ${graph.nodes[edge.to]?.label} behind ${frame.label}`);
    });
  });
  return found;
}

/** Regions whose pieces do not touch each other, in words. */
export function splitRegions(graph: DrawableGraph, { hulls, hullOffsets }: GraphLayout): readonly string[] {
  return graph.regions.flatMap((region, r) => {
    const left = Array.from({ length: (hullOffsets[r + 1] ?? 0) - (hullOffsets[r] ?? 0) }, (_, h) => box(hulls, (hullOffsets[r] ?? 0) + h));
    const reached = left.splice(0, 1);
    for (const piece of reached) {
      for (let i = left.length - 1; i >= 0; i--) {
        const other = left[i];
        const touches = other && piece.x <= other.right && other.x <= piece.right && piece.y <= other.bottom && other.y <= piece.bottom;
        if (touches) reached.push(...left.splice(i, 1));
      }
    }
    return left.length > 0 ? [`${region.label} has ${left.length} pieces apart`] : [];
  });
}

/** Whether a node is in a region, or in a frame of it, as the stacks of a region's layers are. */
function isIn({ nodes, frames }: DrawableGraph, node: number, region: number): boolean {
  if (nodes[node]?.region === region) return true;
  for (let frame = nodes[node]?.frame ?? -1; frame >= 0; frame = frames[frame]?.parent ?? -1)
    if (frames[frame]?.region === region) return true;
  return false;
}

/** Bands between the pieces of a region that run over a node that is not in it, in words. */
export function bandsOverNodes(graph: DrawableGraph, { hulls, hullOffsets, hullJoins, nodes: boxes }: GraphLayout): readonly string[] {
  const { regions, nodes } = graph;
  return regions.flatMap((region, r) => {
    const end = hullOffsets[r + 1] ?? 0;
    const bands = Array.from({ length: hullJoins[r] ?? 0 }, (_, h) => box(hulls, end - 1 - h));
    return nodes.flatMap((node, i) => {
      const own = box(boxes, i);
      const isOver = bands.some(({ x, y, right, bottom }) => x < own.right && own.x < right && y < own.bottom && own.y < bottom);
      return isOver && !isIn(graph, i, r) ? [`${region.label} over ${node.label}`] : [];
    });
  });
}

/** Edges between two nodes of one region that run outside of its shape, in words. */
export function edgesOutside(graph: DrawableGraph, layout: GraphLayout): readonly string[] {
  const { regions, nodes, edges } = graph;
  const { hulls, hullOffsets } = layout;
  return edges.flatMap(({ from, to }, e) => {
    const r = regions.findIndex((_, i) => isIn(graph, from, i) && isIn(graph, to, i));
    // A closed card has no shape around it.
    if (r < 0 || hullOffsets[r] === hullOffsets[r + 1]) return [];
    const first = hullOffsets[r] ?? 0;
    const shape = Array.from({ length: (hullOffsets[r + 1] ?? 0) - first }, (_, h) => box(hulls, first + h));
    const isWithin = ([px, py]: readonly [number, number]) =>
      shape.some(({ x, y, right, bottom }) => px >= x - 1 && px <= right + 1 && py >= y - 1 && py <= bottom + 1);
    const isOutside = pointsOf(layout, e).some((point) => !isWithin(point));
    return isOutside ? [`${nodes[from]?.label} to ${nodes[to]?.label} outside of ${regions[r]?.label}`] : [];
  });
}

/**
 * No two boxes overlap unless one holds the other, no edge runs through a box or behind a frame that it has no part in,
 * and each region is one shape that covers no box of another and holds the edges between its nodes.
 */
export function checkApart(graph: DrawableGraph, layout: GraphLayout): void {
  expect(splitRegions(graph, layout)).toEqual([]);
  expect(bandsOverNodes(graph, layout)).toEqual([]);
  expect(edgesOutside(graph, layout)).toEqual([]);
  expect(overlapsIn(graph, layout)).toEqual([]);
  expect(crossedNodes(graph, layout)).toEqual([]);
  expect(behindFrames(graph, layout)).toEqual([]);
}
