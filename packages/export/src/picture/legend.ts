/** The meanings of a picture's colors, in words. */
import { type DrawableGraph, textWidth } from "@relayscope/graph";
import { regionLetter } from "@relayscope/palette";

export interface LegendLine {
  /** Place in the palette; -1 for the host. */
  readonly color: number;
  readonly letter: string;
  readonly text: string;
}

export interface Legend {
  readonly lines: readonly LegendLine[];
  /** In CSS pixels. */
  readonly lineHeight: number;
}

/** A line a target, in order of first appearance. */
export function legendOf({ regions }: DrawableGraph): Legend {
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
  const lines = [...counts].map(([target, { color, regions: count, operators, unknown, marked }]) => {
    const known = `${operators} ${operators === 1 ? "operator" : "operators"}`;
    const held = unknown === 0 ? known : unknown === count ? "operators unknown" : `${known} in ${count - unknown} of them`;
    const made = count - marked;
    const counted = [...(marked > 0 ? [`${marked} marked`] : []), ...(made > 0 ? [`${made} ${made === 1 ? "region" : "regions"}`] : [])];
    return { color, letter: regionLetter(color), text: `${target}: ${counted.join(", ")}, ${held}` };
  });
  return { lines, lineHeight: 20 };
}

/** Width and height in CSS pixels. */
export function legendSize({ lines, lineHeight }: Legend): readonly [number, number] {
  return [Math.max(0, ...lines.map((line) => 22 + textWidth(line.text, 12))), lines.length * lineHeight];
}
