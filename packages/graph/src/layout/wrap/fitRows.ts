/** Pictures of operators with rows far wider than a pane: rows are split if that enlarges the picture. */
import type { DrawableGraph, GraphLayout } from "../../drawable.ts";
import { layoutGraph } from "../layoutGraph.ts";
import { type Lettering, wholeZoom } from "../lettering.ts";
import type { OtherRegions } from "./bands.ts";
import { type PaneSize, type WrappedLayout, wrapLayout } from "./wrapLayout.ts";

export interface FittedRows {
  /** The picture without columns, and in columns. */
  readonly flat: GraphLayout;
  readonly wrapped: WrappedLayout;
  /** The largest width of a row; undefined if rows keep their width. */
  readonly widest: number | undefined;
}

/** A picture that is as much wider than its pane, by their shapes, is flat. */
const flatness = 0.8;
/** The picture must become larger by this factor. Otherwise, its rows stay as they are. */
const gain = 1.25;
/**
 * Row widths to try, as shares of the width at which the picture would have the pane's shape. The rest is for frames
 * and lanes.
 */
const shares: readonly number[] = [0.6, 0.85, 1.15];
/** A picture of more nodes is laid out once. */
const mostNodes = 3000;

/**
 * The picture for a pane, with the row width at which all of it is largest. `others`: the regions of stages that follow
 * it.
 */
export function fitRows(graph: DrawableGraph, pane: PaneSize, lettering?: Lettering, others: OtherRegions = []): FittedRows {
  const fitted = (widest?: number): FittedRows => {
    const flat = layoutGraph(graph, { ...(widest === undefined ? {} : { widest }), ...(lettering ? { lettering } : {}) });
    return { flat, wrapped: wrapLayout(graph, flat, pane, { others }), widest };
  };
  const zoomOf = ({ wrapped }: FittedRows) => wholeZoom(wrapped.layout, pane);
  const plain = fitted();
  const { width, height } = plain.flat;
  if (width * pane.height < flatness * height * pane.width || graph.nodes.length > mostNodes) return plain;
  const evenWidth = Math.sqrt((width * height * pane.width) / pane.height);
  const best = shares.map((share) => fitted(evenWidth * share)).reduce((a, b) => (zoomOf(b) > zoomOf(a) ? b : a));
  return zoomOf(best) > gain * zoomOf(plain) ? best : plain;
}
