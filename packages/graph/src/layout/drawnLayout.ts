import type { DrawableGraph, GraphLayout } from "../drawable.ts";
import { joinHulls } from "./joins.ts";
import { square } from "./square.ts";

/** A layout as it is drawn: edges run square, and the pieces of each region are joined to one shape. */
export function drawnLayout(graph: DrawableGraph, layout: GraphLayout): GraphLayout {
  return joinHulls(graph, square(graph, layout));
}
