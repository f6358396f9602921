/** Tests whether a rectangle in a picture is free for a region. */
import { at } from "@relayscope/ir";
import type { DrawableGraph, GraphLayout } from "../drawable.ts";
import { type Rectangle, rectangleAt } from "./rectangles.ts";

/** Around boxes that are not of the region. */
const margin = 5;
/** Each question looks at the whole picture: after this many looks at boxes and points no place is free. */
const mostLooks = 5_000_000;

/**
 * Returns a test whether a rectangle is free for a region: it overlaps no box or edge outside of the region and crosses
 * no frame's boundary. `regionOf` is by node.
 */
export function freeRoom(
  graph: DrawableGraph,
  layout: GraphLayout,
  regionOf: readonly number[],
): (place: Rectangle, region: number) => boolean {
  const { edgePoints, edgeOffsets, hullOffsets } = layout;
  const nodes = regionOf.map((_, i) => rectangleAt(layout.nodes, i));
  const size = regionOf.length + (layout.hulls.length + layout.framePieces.length) / 4 + edgePoints.length / 2;
  let left = Math.floor(mostLooks / Math.max(1, size));
  const isOnBox = (place: Rectangle, region: number) => {
    for (let i = 0; i < regionOf.length; i++) {
      if (regionOf[i] !== region && overlaps(place, at(nodes, i), margin)) return true;
    }
    for (let r = 0; r + 1 < hullOffsets.length; r++) {
      if (r === region) continue;
      for (let h = at(hullOffsets, r); h < at(hullOffsets, r + 1); h++)
        if (overlaps(place, rectangleAt(layout.hulls, h), margin)) return true;
    }
    return false;
  };
  const crossesFrame = (place: Rectangle) => {
    for (let p = 0; p < layout.framePieces.length / 4; p++) {
      const piece = rectangleAt(layout.framePieces, p);
      if (overlaps(place, piece, 0) && !holds(piece, place)) return true;
    }
    return false;
  };
  const isOnEdge = (place: Rectangle, region: number) => {
    for (let e = 0; e < graph.edges.length; e++) {
      const { from, to } = at(graph.edges, e);
      if (regionOf[from] === region || regionOf[to] === region) continue;
      for (let p = at(edgeOffsets, e) + 1; p < at(edgeOffsets, e + 1); p++) {
        const [fromX, toX] = [at(edgePoints, 2 * p - 2), at(edgePoints, 2 * p)];
        if (Math.max(fromX, toX) <= place[0] - margin || Math.min(fromX, toX) >= place[0] + place[2] + margin) continue;
        const [fromY, toY] = [at(edgePoints, 2 * p - 1), at(edgePoints, 2 * p + 1)];
        if (Math.max(fromY, toY) > place[1] - margin && Math.min(fromY, toY) < place[1] + place[3] + margin) return true;
      }
    }
    return false;
  };
  return (place, region) => left-- > 0 && !isOnBox(place, region) && !crossesFrame(place) && !isOnEdge(place, region);
}

function overlaps([x, y, width, height]: Rectangle, [left, top, w, h]: Rectangle, room: number): boolean {
  return x < left + w + room && left - room < x + width && y < top + h + room && top - room < y + height;
}

function holds([x, y, width, height]: Rectangle, [left, top, w, h]: Rectangle): boolean {
  return left >= x && top >= y && left + w <= x + width && top + h <= y + height;
}
