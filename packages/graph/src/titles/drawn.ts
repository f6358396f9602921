/** A picture with what labels need to know of it: what is where, and which frame or region each piece is of. */
import type { DrawableFrame, DrawableGraph, GraphLayout } from "../drawable.ts";
import type { LabelBox, LabelRoom } from "../edgeLabels.ts";
import { type PackedPlaces, type Places, packPlaces, readPlaces } from "../places.ts";

export interface Drawn extends Places {
  readonly answer: { readonly graph: DrawableGraph; readonly layout: GraphLayout };
  /** By region: whether it has a hull, around operators or layers. A closed card has none. */
  readonly hasHull: readonly boolean[];
  /** The owner of each piece of a frame and of a hull. */
  readonly frameOfPiece: Int32Array;
  readonly regionOfHull: Int32Array;
}

/** The picture of a graph; `places` are its indexes if they are known. */
export function drawnOf(answer: Drawn["answer"], places: PackedPlaces = packPlaces(answer.layout)): Drawn {
  const { graph, layout } = answer;
  return {
    answer,
    hasHull: graph.regions.map((region) => region.nodes.some((i) => graph.nodes[i]?.summary?.isLayer ?? true)),
    ...readPlaces(places),
    frameOfPiece: ownersOf(layout.frameOffsets),
    regionOfHull: ownersOf(layout.hullOffsets),
  };
}

/** By piece: its owner. */
function ownersOf(offsets: ArrayLike<number>): Int32Array {
  const owners = new Int32Array(offsets[offsets.length - 1] ?? 0);
  for (let i = 0; i + 1 < offsets.length; i++) owners.fill(i, offsets[i], offsets[i + 1]);
  return owners;
}

/** The `i`th box of a list with four numbers per box. */
export function boxAt(boxes: Float32Array, i: number): LabelBox {
  return { x: boxes[4 * i] ?? 0, y: boxes[4 * i + 1] ?? 0, width: boxes[4 * i + 2] ?? 0, height: boxes[4 * i + 3] ?? 0 };
}

/** Whether a frame is an opened card of the map: its cards begin at its top, and its title is above it. */
export function isOpenedCard({ kind }: DrawableFrame): boolean {
  return kind === "region" || kind === "host" || kind === "stack";
}

/** All of a picture as room for the labels of edges; `labels` are there already. */
export function labelRoomOf({ answer: { graph, layout }, nodesIn, edgesIn }: Drawn, labels: readonly LabelBox[] = []): LabelRoom {
  const boxes = (list: Float32Array) => Array.from({ length: list.length / 4 }, (_, i) => boxAt(list, i));
  const borders = [...boxes(layout.framePieces), ...boxes(layout.hulls)].filter(({ width }) => width > 0);
  return { graph, layout, nodesIn, edgesIn, labels, borders };
}
