/** Places the labels of edges next to their lines, clear of boxes, labels, boundaries and lines. */
import { at } from "@relayscope/ir";
import type { DrawableGraph, GraphLayout } from "./drawable.ts";
import { edgeLine, type Point } from "./edgePath.ts";
import { edgeTexts, edgeWidth, widthIn } from "./edgeWords.ts";
import { isGathered } from "./layout/nets.ts";
import { rectangleAt } from "./layout/rectangles.ts";
import { segmentsOf, targetsOf } from "./segments.ts";
import { monoWidth } from "./textWidth.ts";

export interface LabelBox {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A label of an edge: its text in a monospaced font of a given size, the start of its baseline, and its room. */
export interface EdgeLabel {
  readonly text: string;
  readonly size: number;
  readonly x: number;
  readonly y: number;
  readonly box: LabelBox;
}

type Search = (left: number, top: number, right: number, bottom: number) => readonly number[];

/** The surroundings of edge labels. */
export interface LabelRoom {
  readonly graph: DrawableGraph;
  readonly layout: GraphLayout;
  /** Indices of the nodes and of the edges that reach into a rectangle. */
  readonly nodesIn: Search;
  readonly edgesIn: Search;
  /** Existing labels, and frames and hulls, whose boundaries must stay free. */
  readonly labels: readonly LabelBox[];
  readonly borders: readonly LabelBox[];
}

function boxAt(list: Float32Array, i: number): LabelBox {
  const [x, y, width, height] = rectangleAt(list, i);
  return { x, y, width, height };
}

/** Of digits and signs in a monospaced face, in shares of the font's size: above and below the baseline. */
const [above, below] = [0.8, 0.22];
/** Between an edge's line and its label, and between a label and other things: horizontally and vertically. */
const gap = 4;
const [marginX, margin] = [4, 1];
/** Between two labels on one line, which are not to be read as one, and between a label and another edge's line. */
const [words, lines] = [12, 6];

/**
 * Labels of edges by index, as many as have room. First each edge gets its shortest text, the largest tensors first,
 * then each gets the longest that fits. `taken` are labels of other edges, which stay.
 */
export function placeEdgeLabels(
  room: LabelRoom,
  edges: readonly number[],
  size: number,
  taken: readonly LabelBox[] = [],
): ReadonlyMap<number, EdgeLabel> {
  const { graph } = room;
  const placed = new Map<number, EdgeLabel>();
  const isFree = (box: LabelBox, own: number) => {
    for (const [i, label] of placed) if (i !== own && touches(box, label.box, words)) return false;
    return !taken.some((other) => touches(box, other, words));
  };
  const ordered = edges.toSorted((a, b) => (at(graph.edges, b).bytes ?? 0) - (at(graph.edges, a).bytes ?? 0) || a - b);
  for (const i of ordered) {
    const least = edgeTexts(at(graph.edges, i)).at(-1);
    const label = least === undefined ? undefined : placeEdgeLabel(room, i, [least], size, (box) => isFree(box, i));
    if (label) placed.set(i, label);
  }
  for (const i of ordered) {
    if (!placed.has(i)) continue;
    const label = placeEdgeLabel(room, i, edgeTexts(at(graph.edges, i)).slice(0, -1), size, (box) => isFree(box, i));
    if (label) placed.set(i, label);
  }
  return placed;
}

/** What a label may be over. */
export type LabelOver = "nothing" | "lines" | "lines and boundaries";

/** The label of an edge, with the first of the texts that has room. */
export function placeEdgeLabel(
  room: LabelRoom,
  edge: number,
  texts: readonly string[],
  size: number,
  isFree: (box: LabelBox) => boolean,
  over: LabelOver = "nothing",
): EdgeLabel | undefined {
  const line = ownLineOf(room, edge);
  const beside = gap + widthIn(room.graph, edge) / 2;
  for (const text of texts) {
    const [width, height] = [monoWidth(text, size), (above + below) * size];
    let nearOther: LabelBox | undefined;
    for (const [x, y] of placesBeside(line, width, height, beside)) {
      const box = { x, y, width, height };
      if (!isFree(box) || isCovered(room, box)) continue;
      const isWithin = over === "lines and boundaries" || !room.borders.some((border) => isAcross(box, border));
      if (!isWithin || (over === "nothing" && isOnLine(room, box, edge))) continue;
      if (!isNearOther(room, box, edge)) return labelIn(text, box, size);
      nearOther ??= box;
    }
    if (nearOther) return labelIn(text, nearOther, size);
  }
  return undefined;
}

function labelIn(text: string, box: LabelBox, size: number): EdgeLabel {
  return { text, size, x: box.x, y: box.y + above * size, box };
}

/** Whether two boxes overlap or are too close to be read separately. */
export function touches(a: LabelBox, b: LabelBox, apart = marginX): boolean {
  const isBeside = a.x >= b.x + b.width + apart || b.x >= a.x + a.width + apart;
  return !isBeside && a.y < b.y + b.height + margin && b.y < a.y + a.height + margin;
}

/** How far a label moves along a piece of its line, in label heights, and how often. */
const step = 1.15;
const mostSteps = 5;
const shortSteps = 2;

/**
 * Top left corners of boxes next to a line, best first: next to the longest vertical pieces, starting at their middles;
 * then above and below horizontal ones.
 */
function placesBeside(line: readonly Point[], width: number, height: number, beside: number): Point[] {
  const places: Point[] = [];
  const pieces = line
    .slice(1)
    .map((to, p) => ({ from: at(line, p), to, isSteep: isSteep(at(line, p), to), long: lengthOf(at(line, p), to) }));
  pieces.sort((a, b) => Number(b.isSteep) - Number(a.isSteep) || b.long - a.long);
  for (const { from, to, isSteep: isDown, long } of pieces) {
    const extent = isDown ? height : width;
    const steps = Math.min(mostSteps, Math.max(0, Math.floor((long - extent) / 2 / (step * extent))));
    // On a short piece a little, up to its ends.
    const far = steps > 0 ? step * extent : Math.max(0, (long - extent) / 2 - margin - 0.1) / shortSteps;
    for (let s = 0; s <= 2 * Math.max(shortSteps, steps); s++) {
      const moved = Math.ceil(s / 2) * (s % 2 === 0 ? -1 : 1) * far;
      const share = 0.5 + moved / Math.max(1, long);
      const [x, y] = [from[0] + share * (to[0] - from[0]), from[1] + share * (to[1] - from[1])];
      if (isDown) places.push([x + beside, y - height / 2], [x - beside - width, y - height / 2]);
      else if (Math.abs(to[1] - from[1]) < 2) places.push([x - width / 2, y - beside - height], [x - width / 2, y + beside]);
    }
  }
  return places;
}

function isSteep([x0, y0]: Point, [x1, y1]: Point): boolean {
  return Math.abs(y1 - y0) > 2 * Math.abs(x1 - x0);
}

function lengthOf([x0, y0]: Point, [x1, y1]: Point): number {
  return Math.hypot(x1 - x0, y1 - y0);
}

/** The distance by which the marks at a card's corners, and a stack's shadow, extend beyond the card. */
const corner = 8;
const badge = 16;
const shadow = 5;
/** The width of a stack's repeat count without its characters, and the width of each character. */
const [timesEdge, timesCharacter] = [12, 8];

/** Caches by layout: the lines of its edges, and the boxes of its nodes. Both are computed on first use. */
const drawn = new WeakMap<GraphLayout, { readonly lines: (readonly Point[])[]; readonly parts: (readonly LabelBox[])[] }>();

function drawnIn(layout: GraphLayout) {
  const known = drawn.get(layout) ?? { lines: [], parts: [] };
  drawn.set(layout, known);
  return known;
}

function lineOf(layout: GraphLayout, i: number): readonly Point[] {
  const { lines } = drawnIn(layout);
  lines[i] ??= edgeLine(layout, i);
  return lines[i];
}

/** The part of an edge's line that carries only its own tensors: up to where edges with other tensors join. */
function ownLineOf({ graph, layout }: LabelRoom, edge: number): readonly Point[] {
  return isGathered(graph, edge) ? lineOf(layout, edge).slice(0, 2) : lineOf(layout, edge);
}

/** Whether a box overlaps a node or its marks or a label, or extends beyond the picture. */
function isCovered({ graph, layout, nodesIn, labels }: LabelRoom, box: LabelBox): boolean {
  const { x, y, width, height } = box;
  if (x < 0 || y < 0 || x + width > layout.width || y + height > layout.height) return true;
  if (labels.some((label) => touches(box, label))) return true;
  const { parts } = drawnIn(layout);
  return nodesIn(x - badge, y - badge, x + width + badge, y + height + badge).some((i) => {
    parts[i] ??= partsOf(graph, layout, i);
    return parts[i].some((part) => touches(box, part));
  });
}

/** Below or above a node at which its edge does not end, a label this close would be read as the node's. */
const apart = 16;

/** Whether a box is close below or above a node at which its edge does not end. */
function isNearOther({ graph, layout, nodesIn }: LabelRoom, { x, y, width, height }: LabelBox, edge: number): boolean {
  const { from, to } = at(graph.edges, edge);
  const around = { x, y: y - apart, width, height: height + 2 * apart };
  return nodesIn(x, y - apart, x + width, y + height + apart).some(
    (i) => i !== from && i !== to && touches(around, boxAt(layout.nodes, i)),
  );
}

/**
 * The boxes of a node's parts, including those outside of its rectangle: the letters of its targets, the sign of its
 * change, a stack's shadow and its repeat count.
 */
function partsOf({ nodes }: DrawableGraph, layout: GraphLayout, i: number): readonly LabelBox[] {
  const { x, y, width, height } = boxAt(layout.nodes, i);
  const node = at(nodes, i);
  const letters = Math.max(1, targetsOf(node.summary).length + ((node.summary?.refused.length ?? 0) > 0 ? 1 : 0));
  const behind = segmentsOf(node.summary).length > 0 ? shadow : 0;
  const { times = "" } = node.summary ?? {};
  const timesBadge = timesEdge + timesCharacter * times.length;
  return [
    { x, y, width: width + behind, height: height + behind },
    { x: x - corner, y: y - corner, width: letters * badge, height: badge },
    ...(behind > 0 && times !== ""
      ? [{ x: x + width - timesBadge, y: y + height - corner, width: timesBadge + corner, height: badge }]
      : []),
    ...(node.change === undefined ? [] : [{ x: x + width - corner, y: y - corner, width: badge, height: badge }]),
  ];
}

/** Between a label and a boundary. */
const borderMargin = 4;

/** Whether a box crosses a rectangle's boundary. */
function isAcross({ x, y, width, height }: LabelBox, border: LabelBox): boolean {
  const [right, bottom, far] = [border.x + border.width, border.y + border.height, borderMargin];
  const isOutside = x > right + far || y > bottom + far || x + width < border.x - far || y + height < border.y - far;
  const isInside = x > border.x + far && y > border.y + far && x + width < right - far && y + height < bottom - far;
  return !isOutside && !isInside;
}

/** With more edges than this, all are ignored. */
const mostEdges = 80;
const halfThick = edgeWidth({ bytes: Number.MAX_SAFE_INTEGER }) / 2;

/** Whether the line of an edge crosses the box of another edge's label, or is next to its end. */
function isOnLine({ graph, layout, edgesIn }: LabelRoom, box: LabelBox, own: number): boolean {
  const { x, y, width, height } = box;
  const around = halfThick + lines;
  const found = edgesIn(x - around, y - around, x + width + around, y + height + around);
  if (found.length > mostEdges) return true;
  return found.some((i) => {
    const line = lineOf(layout, i);
    const far = widthIn(graph, i) / 2 + margin;
    // Edges of one net share a part of their lines.
    const aside = graph.edges[i]?.from === graph.edges[own]?.from ? far : far - margin + lines;
    return line.some((to, p) => p > 0 && runsThrough(at(line, p - 1), to, x - aside, y - far, x + width + aside, y + height + far));
  });
}

/** Whether a straight piece has a point within a rectangle. */
function runsThrough([x0, y0]: Point, [x1, y1]: Point, left: number, top: number, right: number, bottom: number): boolean {
  let [from, to] = [0, 1];
  for (const [start, by, low, high] of [
    [x0, x1 - x0, left, right],
    [y0, y1 - y0, top, bottom],
  ] as const) {
    if (by === 0) {
      if (start < low || start > high) return false;
      continue;
    }
    const [a, b] = [(low - start) / by, (high - start) / by];
    from = Math.max(from, Math.min(a, b));
    to = Math.min(to, Math.max(a, b));
  }
  return from <= to;
}
