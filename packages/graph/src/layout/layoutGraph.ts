/**
 * Layered layout, top down, frame by frame: groups are laid out from the innermost to the outermost, each as rows of items, then placed and the
 * edges routed. Deterministic; near-linear; what a pass left alone keeps its row, because frames' margins fit between rows.
 */
import type { DrawableGraph, GraphLayout } from "../drawable.ts";
import { earlierPicture, follow, type Picture } from "./earlier.ts";
import { geometryOf } from "./geometry.ts";
import type { Lettering } from "./lettering.ts";
import { Placement } from "./placement.ts";

export interface LayoutHints {
  /** An earlier picture, whose left-to-right order is kept where it can be. */
  readonly previous?: Picture;
  /** How wide a row may be before it goes on in the next one; as wide as it is where this is absent. */
  readonly widest?: number;
  /** The letters that boxes are made for; those seen from near where this is absent. */
  readonly lettering?: Lettering;
}

/** Geometry of a graph, in CSS pixels at zoom 1, for transfer to the page. */
export function layoutGraph(graph: DrawableGraph, hints: LayoutHints = {}): GraphLayout {
  const earlier = earlierPicture(graph, hints.previous);
  return follow(geometryOf(new Placement(graph, earlier, hints)), earlier, graph);
}
