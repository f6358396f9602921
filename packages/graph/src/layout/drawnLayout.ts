import type { DrawableGraph, GraphLayout } from "../drawable.ts";
import { hasPieces } from "./hasPieces.ts";
import { joinHulls } from "./joins.ts";
import { square } from "./square.ts";

/** A layout as it is drawn: edges are orthogonal, and the pieces of each region are joined into one shape. */
export function drawnLayout(graph: DrawableGraph, layout: GraphLayout): GraphLayout {
  const squared = square(graph, layout);
  return hasPieces(squared) ? joinHulls(graph, squared) : squared;
}
