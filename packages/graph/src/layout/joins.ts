/**
 * Joins the pieces of a region into one shape. A region that continues in another column or in a branch gets bands
 * along all edges between its pieces, so that nothing outside of the shape belongs to the region. A band is a row of
 * thin rectangles that touch the pieces and each other, so that they have one outline. A band goes around boxes outside
 * of the region.
 */
import { at, countWhile, pushTo } from "@relayscope/ir";
import type { DrawableGraph, GraphLayout } from "../drawable.ts";
import { edgeLine, type Point } from "../edgePath.ts";
import { routeAround } from "./bandRoute.ts";
import { freeRoom } from "./freeRoom.ts";
import { type Rectangle, rectangleAt } from "./rectangles.ts";
import { closeGaps, outlineOf } from "./regionShape.ts";

/** The width of a band, its width where boxes leave less room, and the distance of each from boxes. */
const thickness = 12;
const thin = 6;
const apart = 8;
const margin = 2;

/** At most this many bands of a picture are routed around boxes. */
const mostRouted = 200;

/**
 * The layout with bands between the pieces of regions, and narrow gaps between them filled. These are the last
 * rectangles of a region's hull, as many as `hullJoins` counts.
 */
export function joinHulls(graph: DrawableGraph, layout: GraphLayout): GraphLayout {
  const { hullOffsets } = layout;
  const pieces = graph.regions.map((_, r) => piecesOf(layout, r));
  const regionOf = nodeRegions(graph);
  const edges = edgesWithin(graph, regionOf, pieces);
  const all: Rectangle[] = [];
  const offsets = new Uint32Array(hullOffsets.length);
  const hullJoins = new Uint32Array(graph.regions.length);
  const hullOutlines: string[] = [];
  const isFree = freeRoom(graph, layout, regionOf);
  const nodes = graph.nodes.map((_, i) => ({ region: at(regionOf, i), box: rectangleAt(layout.nodes, i) }));
  let routed = 0;
  const isOver = coverOf(nodes);
  const wayFor = (r: number): Way => {
    const isClear = (line: readonly Point[], width = thickness) => !bandAlong(line, width).some((band) => isOver(band, r));
    const around = (from: Rectangle, to: Rectangle) => {
      if (routed++ >= mostRouted) return undefined;
      const others = nodes.flatMap(({ region, box }) => (region === r ? [] : [box]));
      return routeAround(from, to, others, thickness / 2 + margin);
    };
    return { isClear, around };
  };
  pieces.forEach((own, r) => {
    const bands = own.length > 1 ? joinsOf(graph, layout, own, edges.get(r) ?? [], wayFor(r)) : [];
    const shape = bands.length > 0 ? closeGaps({ pieces: own, joins: bands }, (gap) => isFree(gap, r)) : { pieces: own, joins: bands };
    const rectangles = [...shape.pieces, ...shape.joins];
    for (const rectangle of rectangles) all.push(rectangle);
    offsets[r + 1] = all.length;
    hullJoins[r] = shape.joins.length;
    hullOutlines.push(bands.length > 0 ? outlineOf(rectangles) : "");
  });
  return { ...layout, hulls: Float32Array.from(all.flat()), hullOffsets: offsets, hullJoins, hullOutlines };
}

/** By node: its own region, or the region of the innermost enclosing frame that has one. */
function nodeRegions({ nodes, frames }: DrawableGraph): readonly number[] {
  const around: number[] = [];
  for (const { region, parent } of frames) around.push(region >= 0 || parent < 0 ? region : at(around, parent));
  return nodes.map(({ region, frame }) => (region >= 0 || frame < 0 ? region : at(around, frame)));
}

function piecesOf({ hulls, hullOffsets }: GraphLayout, region: number): readonly Rectangle[] {
  const pieces: Rectangle[] = [];
  for (let h = at(hullOffsets, region); h < at(hullOffsets, region + 1); h++) pieces.push(rectangleAt(hulls, h));
  return pieces;
}

/** By region of several pieces: the edges between its nodes. */
function edgesWithin(
  { edges }: DrawableGraph,
  regionOf: readonly number[],
  pieces: readonly (readonly Rectangle[])[],
): ReadonlyMap<number, readonly number[]> {
  const within = new Map<number, number[]>();
  edges.forEach(({ from, to }, e) => {
    const region = at(regionOf, from);
    if (region < 0 || region !== at(regionOf, to) || at(pieces, region).length < 2) return;
    pushTo(within, region, e);
  });
  return within;
}

/** Where the bands of a region may be. */
interface Way {
  /** Whether a band along a line covers only content of the region. */
  readonly isClear: (line: readonly Point[], width?: number) => boolean;
  /** A line from one piece to another along which a band is clear; undefined if none is found. */
  readonly around: (from: Rectangle, to: Rectangle) => readonly Point[] | undefined;
}

/**
 * The bands of a region: along each clear edge between its pieces; straight or around where no such edge joins two
 * pieces.
 */
function joinsOf(
  graph: DrawableGraph,
  layout: GraphLayout,
  pieces: readonly Rectangle[],
  edges: readonly number[],
  { isClear, around }: Way,
): readonly Rectangle[] {
  const groups = new Groups(pieces.length);
  const pieceOf = pieceFinder(pieces);
  /** By place and size: edges of one net share most of their way. */
  const bands = new Map<string, Rectangle>();
  const add = (added: readonly Rectangle[]) => {
    for (const band of added) bands.set(band.join(), band);
  };
  const covering: { readonly start: number; readonly end: number; readonly line: readonly Point[] }[] = [];
  for (const e of edges) {
    const { from, to } = at(graph.edges, e);
    const [start, end] = [pieceOf(middleOf(layout, from)), pieceOf(middleOf(layout, to))];
    const line = edgeLine(layout, e);
    if (start < 0 || end < 0 || (start === end && line.every((point) => pieceOf(point) === start))) continue;
    // A wide band keeps a distance from content outside of the region.
    const width = isClear(line, thickness + 2 * apart) ? thickness : isClear(line, thin) ? thin : undefined;
    if (width === undefined) covering.push({ start, end, line });
    else {
      groups.join(start, end);
      const isInPiece = (band: Rectangle) => [start, end].some((piece) => holds(at(pieces, piece), band));
      add(bandAlong(line, width).filter((band) => !isInPiece(band)));
    }
  }
  const straight = pieces.slice(1).map((piece, p) => ({ start: p, end: p + 1, line: between(at(pieces, p), piece) }));
  for (const { start, end, line } of [...covering, ...straight]) {
    if (groups.join(start, end)) add(bandAlong(isClear(line) ? line : (around(at(pieces, start), at(pieces, end)) ?? line)));
  }
  return [...bands.values()];
}

function holds([x, y, width, height]: Rectangle, [left, top, across, down]: Rectangle): boolean {
  return left >= x && top >= y && left + across <= x + width && top + down <= y + height;
}

/** Pieces that are joined already. */
class Groups {
  private readonly parent: Int32Array;

  constructor(count: number) {
    this.parent = Int32Array.from({ length: count }, (_, i) => i);
  }

  /** Joins the groups of two pieces; whether they were apart. */
  join(a: number, b: number): boolean {
    const [first, second] = [this.rootOf(a), this.rootOf(b)];
    this.parent[second] = first;
    return first !== second;
  }

  private rootOf(piece: number): number {
    let here = piece;
    while (at(this.parent, here) !== here) {
      const above = at(this.parent, at(this.parent, here));
      this.parent[here] = above;
      here = above;
    }
    return here;
  }
}

/** At most this many pieces are examined for a point. One of them holds it unless dozens of pieces overlap. */
const mostTried = 64;

/** Finds the piece that a point is in; -1 for none. */
function pieceFinder(pieces: readonly Rectangle[]): (point: Point) => number {
  const byTop = pieces.map((box, piece) => ({ box, piece })).sort((a, b) => a.box[1] - b.box[1]);
  return ([x, y]) => {
    const above = countWhile(byTop.length, (i) => at(byTop, i).box[1] <= y);
    for (let i = above - 1; i >= 0 && i >= above - mostTried; i--) {
      const { box, piece } = at(byTop, i);
      if (x >= box[0] && x <= box[0] + box[2] && y <= box[1] + box[3]) return piece;
    }
    return -1;
  };
}

function middleOf(layout: GraphLayout, node: number): Point {
  const [x, y, width, height] = rectangleAt(layout.nodes, node);
  return [x + width / 2, y + height / 2];
}

/** From the foot of one piece to the head of another: down, across, down. */
function between([x, y, width, height]: Rectangle, [toX, toY, toWidth]: Rectangle): readonly Point[] {
  const middle = (y + height + toY) / 2;
  const [from, to] = [x + width / 2, toX + toWidth / 2];
  return [
    [from, y + height],
    [from, middle],
    [to, middle],
    [to, toY],
  ];
}

/** A band along a line, one rectangle a segment. A diagonal segment goes down first. */
function bandAlong(line: readonly Point[], width = thickness): readonly Rectangle[] {
  return line.flatMap(([x, y], p): readonly Rectangle[] => {
    const before = line[p - 1];
    if (!before) return [];
    const corner: Point = [before[0], y];
    const isSquare = before[0] === x || before[1] === y;
    return isSquare ? [bandOf(before, [x, y], width)] : [bandOf(before, corner, width), bandOf(corner, [x, y], width)];
  });
}

function bandOf([x, y]: Point, [toX, toY]: Point, thick: number): Rectangle {
  const [left, top] = [Math.min(x, toX) - thick / 2, Math.min(y, toY) - thick / 2];
  return [left, top, Math.abs(toX - x) + thick, Math.abs(toY - y) + thick];
}

interface PlacedNode {
  readonly region: number;
  readonly box: Rectangle;
}

/** Whether a rectangle overlaps a node that is not of a region. */
function coverOf(nodes: readonly PlacedNode[]): (rectangle: Rectangle, region: number) => boolean {
  const byTop = nodes.toSorted((a, b) => a.box[1] - b.box[1]);
  const tallest = nodes.reduce((most, { box: [, , , height] }) => Math.max(most, height), 0);
  return ([x, y, width, height], own) => {
    const above = countWhile(byTop.length, (i) => at(byTop, i).box[1] <= y - tallest);
    for (let i = above; i < byTop.length; i++) {
      const { region, box } = at(byTop, i);
      const [boxX, boxY, boxWidth, boxHeight] = box;
      if (boxY >= y + height) return false;
      if (region !== own && y < boxY + boxHeight && x < boxX + boxWidth && boxX < x + width) return true;
    }
    return false;
  };
}
