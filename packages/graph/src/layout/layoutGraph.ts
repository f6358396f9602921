/**
 * Layered layout, top down, frame by frame. Groups are laid out from the innermost to the outermost, each as rows of
 * items, then placed, and the edges are routed. Deterministic and near-linear. Unchanged nodes keep their rows, because
 * the margins of frames fit between rows.
 */
import type { DrawableGraph, GraphLayout } from "../drawable.ts";
import { earlierPicture, follow, type Picture } from "./earlier.ts";
import { geometryOf } from "./geometry.ts";
import type { Lettering } from "./lettering.ts";
import { Placement } from "./placement.ts";

export interface LayoutHints {
  /** An earlier picture, whose left-to-right order is kept if possible. */
  readonly previous?: Picture;
  /** The largest width of a row before it is split; unlimited by default. */
  readonly widest?: number;
  /** The font sizes that boxes are sized for; by default those of a close view. */
  readonly lettering?: Lettering;
}

/** Geometry of a graph, in CSS pixels at zoom 1, for transfer to the page. */
export function layoutGraph(graph: DrawableGraph, hints: LayoutHints = {}): GraphLayout {
  const earlier = earlierPicture(graph, hints.previous);
  return follow(geometryOf(new Placement(graph, earlier, hints)), earlier, graph);
}
