/** How large a map is in its pane. */
import type { DrawableGraph, GraphLayout } from "../drawable.ts";
import { layoutGraph } from "../layout/layoutGraph.ts";
import { type Lettering, letters } from "../layout/lettering.ts";
import { type PaneSize, type WrappedLayout, wrapLayout } from "../layout/wrap/wrapLayout.ts";

/** Down to this scale all of a card's text is drawn. */
export const leastScale = letters.near.least * 1.01;
/** The margin that the page keeps around a picture. */
export const room = 16;

/** How large a picture can be drawn in a pane. */
export function scaleIn(pane: PaneSize, { width, height }: GraphLayout): number {
  return Math.min((pane.width - room) / width, (pane.height - room) / height);
}

/** The largest row widths, as shares of what a pane can hold at a readable size; the rest is for frames and lanes. */
const shares: readonly number[] = [0.85, 0.6, 0.45];

/**
 * The picture without columns, with different row widths for a pane: the widest first, and narrower ones if they change
 * something.
 */
export function* flatsFor(graph: DrawableGraph, pane: PaneSize, lettering: Lettering): Generator<GraphLayout> {
  let flat: GraphLayout | undefined;
  for (const share of shares) {
    const widest = Math.max(400, (pane.width / leastScale) * share);
    if (flat && flat.width <= widest) return;
    flat = layoutGraph(graph, { widest, lettering });
    yield flat;
  }
}

/** The layout with rows of the width at which the map can be read, else at which it is largest. */
export function largest(graph: DrawableGraph, pane: PaneSize, lettering: Lettering = "near"): WrappedLayout {
  let best: WrappedLayout | undefined;
  for (const flat of flatsFor(graph, pane, lettering)) {
    const wrapped = wrapLayout(graph, flat, pane, { readable: leastScale });
    if (!best || scaleIn(pane, wrapped.layout) > scaleIn(pane, best.layout)) best = wrapped;
    if (scaleIn(pane, best.layout) >= leastScale) break;
  }
  return best ?? wrapLayout(graph, layoutGraph(graph), pane, { readable: leastScale });
}
