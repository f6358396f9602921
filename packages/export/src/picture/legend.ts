/** The meanings of a picture's colors, in words. */
import { type DrawableGraph, type PictureColors, segmentsOf, targetsOf, textWidth } from "@relayscope/graph";
import { type Palette, regionColor, regionLetter } from "@relayscope/palette";

/** The colors of targets, with a line a target in order of first appearance. */
export function targetColors(graph: DrawableGraph, palette: Palette): PictureColors {
  const tintOf = (place: number) => {
    const color = regionColor(palette, place);
    return color && { ...color, pattern: place % palette.regions.length, letter: regionLetter(place) };
  };
  // A composite has no target's color: none has taken it yet.
  const regions = graph.regions.map((region) => (region.kind === "composite" ? undefined : tintOf(region.color)));
  return {
    isByRegion: true,
    nodes: graph.nodes.map(({ region, summary }) => {
      const targets = targetsOf(summary);
      return regions[region] ?? (targets.length === 1 ? tintOf(targets[0] ?? -1) : undefined);
    }),
    regions,
    bars: graph.nodes.map(({ summary }) =>
      segmentsOf(summary).map(({ color, ...place }) => ({ ...place, tint: tintOf(color), isHost: color < 0 })),
    ),
    title: "",
    legend: targetLines(graph).map(({ color, text }) => ({ tint: tintOf(color), text })),
    note: "",
  };
}

function targetLines({ regions }: DrawableGraph): readonly { readonly color: number; readonly text: string }[] {
  const counts = new Map<string, { color: number; regions: number; operators: number; unknown: number; marked: number }>();
  for (const region of regions) {
    if (region.color < 0) continue;
    const line = counts.get(region.target) ?? { color: region.color, regions: 0, operators: 0, unknown: 0, marked: 0 };
    line.regions++;
    line.operators += region.operators;
    if (region.hasUnknownOperators) line.unknown++;
    if (region.isMarked) line.marked++;
    counts.set(region.target, line);
  }
  return [...counts].map(([target, { color, regions: count, operators, unknown, marked }]) => {
    const known = `${operators} ${operators === 1 ? "operator" : "operators"}`;
    const held = unknown === 0 ? known : unknown === count ? "operators unknown" : `${known} in ${count - unknown} of them`;
    const made = count - marked;
    const counted = [...(marked > 0 ? [`${marked} marked`] : []), ...(made > 0 ? [`${made} ${made === 1 ? "region" : "regions"}`] : [])];
    return { color, text: `${target}: ${counted.join(", ")}, ${held}` };
  });
}

/** The height of a line, and where the text of one with a mark begins, in CSS pixels. */
export const lineHeight = 20;
export const textStart = 22;

/** A legend's lines without a mark, above the others. */
export function headOf({ title, note }: PictureColors): readonly string[] {
  return [title, note].filter((line) => line !== "");
}

/** Whether two lines share a color, so that their hatches distinguish them. */
export function sharesColors({ legend }: PictureColors): boolean {
  const lines = legend.flatMap(({ tint }) => (tint && tint.pattern >= 0 ? [tint.line] : []));
  return new Set(lines).size < lines.length;
}

/** Width and height in CSS pixels. */
export function legendSize(colors: PictureColors): readonly [number, number] {
  const head = headOf(colors);
  const start = textStart + (sharesColors(colors) ? textStart : 0);
  const widths = [...head.map((line) => textWidth(line, 12)), ...colors.legend.map(({ text }) => start + textWidth(text, 12))];
  return [Math.max(0, ...widths), widths.length * lineHeight];
}
