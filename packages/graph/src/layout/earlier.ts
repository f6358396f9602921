/** An earlier picture that a layout follows, so that unchanged nodes do not move. */
import { at } from "@relayscope/ir";
import type { DrawableGraph, GraphLayout } from "../drawable.ts";
import { rowPitch } from "./sizes.ts";

export interface Picture {
  readonly graph: DrawableGraph;
  readonly layout: GraphLayout;
}

/** The earlier places of nodes and lanes; NaN for new ones. */
export interface EarlierPicture {
  x(node: number): number;
  row(node: number): number;
  lane(edge: number): number;
}

/** Looks up the places of a graph's nodes and edges in an earlier picture, if there is one. */
export function earlierPicture(graph: DrawableGraph, previous: Picture | undefined): EarlierPicture {
  const unknown = () => Number.NaN;
  if (!previous) return { x: unknown, row: unknown, lane: unknown };
  const { nodes, edgePoints, edgeOffsets } = previous.layout;
  const places = new Map<number, number>();
  previous.graph.nodes.forEach((node, i) => {
    places.set(node.id, i);
  });
  const idOf = (node: number) => graph.nodes[node]?.id ?? -1;
  const lanes = new Map<string, number>();
  previous.graph.edges.forEach((edge, e) => {
    let [x, longest] = [Number.NaN, 0];
    for (let p = at(edgeOffsets, e); p + 1 < at(edgeOffsets, e + 1); p++) {
      const length = at(edgePoints, p * 2 + 3) - at(edgePoints, p * 2 + 1);
      if (at(edgePoints, p * 2) !== at(edgePoints, p * 2 + 2) || length <= longest) continue;
      [x, longest] = [at(edgePoints, p * 2), length];
    }
    if (longest > 0) lanes.set(`${previous.graph.nodes[edge.from]?.id}>${previous.graph.nodes[edge.to]?.id}`, x);
  });
  return {
    x(node) {
      const place = places.get(idOf(node));
      return place === undefined ? Number.NaN : at(nodes, place * 4) + at(nodes, place * 4 + 2) / 2;
    },
    row(node) {
      const place = places.get(idOf(node));
      return place === undefined ? Number.NaN : (at(nodes, place * 4 + 1) + at(nodes, place * 4 + 3) / 2) / rowPitch;
    },
    lane(edge) {
      const { from, to } = at(graph.edges, edge);
      return lanes.get(`${idOf(from)}>${idOf(to)}`) ?? Number.NaN;
    },
  };
}

/** Around the whole picture: as much again as it may be moved to follow an earlier one. */
export const margin = 48;
const leastMargin = 40;

/** Moves a picture so that most of the nodes of the earlier one are where they were. */
export function follow(picture: GraphLayout, earlier: EarlierPicture, graph: DrawableGraph): GraphLayout {
  const { nodes, frames, framePieces, edgePoints, hulls } = picture;
  const centerX = (i: number) => at(nodes, i * 4) + at(nodes, i * 4 + 2) / 2;
  const centerY = (i: number) => at(nodes, i * 4 + 1) + at(nodes, i * 4 + 3) / 2;
  const byX = medianOf(graph.nodes.map((_, i) => earlier.x(i) - centerX(i)));
  const byY = medianOf(graph.nodes.map((_, i) => earlier.row(i) * rowPitch - centerY(i)));
  if (Number.isNaN(byX) || Number.isNaN(byY)) return picture;
  const dx = Math.max(Math.round(byX), -leastMargin);
  const dy = Math.max(Math.round(byY), -leastMargin);
  const move = (list: Float32Array, stride: number) => {
    for (let i = 0; i < list.length; i += stride) {
      if (stride === 4 && list[i + 2] === 0 && list[i + 3] === 0) continue;
      list[i] = at(list, i) + dx;
      list[i + 1] = at(list, i + 1) + dy;
    }
  };
  for (const rectangles of [nodes, frames, framePieces, hulls]) move(rectangles, 4);
  move(edgePoints, 2);
  return { ...picture, width: picture.width + dx, height: picture.height + dy };
}

/** The median of those that are numbers; NaN if there are none. */
export function medianOf(values: readonly number[]): number {
  const known = values.filter((v) => !Number.isNaN(v)).sort((a, b) => a - b);
  return known.length > 0 ? at(known, known.length >> 1) : Number.NaN;
}
