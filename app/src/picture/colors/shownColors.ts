/** The colors of a shown picture as data, for what draws it elsewhere: exports and paper. */
import { type GraphRequest, hasBoundaries, type PictureColors } from "@relayscope/engine";
import type { Palette } from "@relayscope/palette";
import { chosenColors } from "../../state/model.ts";
import type { Page } from "../../state/page.ts";
import { endsOf } from "../words/endsOf.ts";
import { legendTitle } from "../words/legendTitle.ts";
import { coloringOf } from "./allColors.ts";
import { usualColoring } from "./colors.ts";

/**
 * The colors of the picture that a request is for, with their legend; undefined for those of targets, which an export
 * has by itself.
 */
export async function shownColors(
  { store, engine, graphs, colorPlaces }: Pick<Page, "store" | "engine" | "graphs" | "colorPlaces">,
  request: GraphRequest,
  palette: Palette,
): Promise<PictureColors | undefined> {
  const { graph } = await graphs.load(request);
  const hasAny = graph.regions.some(hasBoundaries);
  const ends = hasAny ? endsOf(await engine.regions(request.epoch, request.stage)) : undefined;
  const colorBy = chosenColors(store.getState()) ?? usualColoring(graph, { ends, isAwaited: false, isLate: false });
  if (colorBy === "target") return undefined;
  const { isByRegion, ofNode, ofRegion, barOf, legend, note } = coloringOf(graph, colorBy, palette, ends, colorPlaces);
  return {
    isByRegion,
    nodes: graph.nodes.map((_, i) => ofNode(i)),
    regions: graph.regions.map((_, i) => ofRegion(i)),
    bars: graph.nodes.map((_, i) => barOf(i)),
    title: legendTitle(colorBy, request.view ?? "operators"),
    legend: legend.map(({ tint, label, count }) => ({ tint, text: `${label}: ${count}` })),
    // As at the foot of a pane: a note is for a picture without colors.
    note: legend.length > 0 ? "" : note,
  };
}
