/** Why the regions of a picture end, in words. */
import { grouped } from "@relayscope/ir";
import { regionsByNode } from "./boundaries.ts";
import type { DrawableGraph, DrawableNode } from "./drawable.ts";

/** The causes of a region's boundaries in a few words each: those to regions after it first. */
export interface RegionEnd {
  readonly name: string;
  readonly others: readonly string[];
  /** Whether all of these boundaries are at inputs of the region. */
  readonly isAtInputs: boolean;
}

/** By index of the region; those without a cause have none. */
export type RegionEnds = ReadonlyMap<number, RegionEnd>;

/** The text of a card whose regions have no boundary with a cause: only the network's own input and output. */
export const noBoundary = "no boundary with a cause";

/**
 * By node: `ends: a pattern misses`; for one region with several causes `ends: a pattern misses · no rule, no pattern`;
 * for several regions the same if they are alike, else their first causes with counts, as in the legend: `ends: a
 * pattern misses ×3 · no rule, no pattern ×2`.
 */
export function endTexts(graph: DrawableGraph, ends: RegionEnds): readonly string[] {
  return regionsByNode(graph).map((regions, i) => {
    // A layer is within its region.
    if (graph.nodes[i]?.summary?.isLayer) return "";
    const known = regions.flatMap((r) => ends.get(r) ?? []);
    const texts = new Set(known.map(endText));
    const [text = ""] = texts;
    if (texts.size < 2 && known.length === regions.length) return text;
    const counts = new Map<string, number>();
    for (const { name } of known) counts.set(name, (counts.get(name) ?? 0) + 1);
    const words = [...counts]
      .sort(([, a], [, b]) => b - a)
      .map(([name, count]) => (count === regions.length ? name : `${name} ×${grouped(count)}`));
    const areAtInputs = known.every(({ isAtInputs }) => isAtInputs);
    return words.length > 0 ? endsText(words, areAtInputs) : "";
  });
}

const between = " · ";

/** `ends: a pattern misses · no rule, no pattern`: all causes of a region; `ends at its input: ...` if all are. */
export function endText({ name, others, isAtInputs }: RegionEnd): string {
  return endsText([name, ...others], isAtInputs);
}

function endsText(causes: readonly string[], areAtInputs: boolean): string {
  return `ends${areAtInputs ? " at its input" : ""}: ${causes.join(between)}`;
}

/**
 * Shorter and shorter versions of such a text, with fewer causes and the number of the others; the last one is `ends:
 * no rule, no pattern +1`.
 */
export function endSteps(text: string): readonly string[] {
  const causes = text.split(between);
  const shorter = causes.slice(1).map((_, i) => `${causes.slice(0, causes.length - 1 - i).join(between)}, ${i + 1} more`);
  return shorter.length > 0 ? [text, ...shorter, `${causes[0]} +${shorter.length}`] : [text];
}

/** Such a text in a line: the first of its steps that fits, else the last. */
export function endLine(text: string, fits: (line: string) => boolean): string {
  const steps = endSteps(text);
  return steps.find(fits) ?? steps.at(-1) ?? text;
}

/**
 * The lines below a card's title. The reason why its regions end gets its own line, or the rest of the last line. `cut`
 * shortens a line to the room.
 */
export function cardLines(
  { kind, summary }: Pick<DrawableNode, "kind" | "summary">,
  end: string,
  cut: (line: string) => string,
): readonly string[] {
  const { lines = [], endRoom = 0 } = summary ?? {};
  if (end === "") return lines;
  const fits = (line: string) => cut(line) === line;
  if (endRoom > 0) return [...lines, cut(endLine(end, fits))];
  const last = lines.at(-1);
  const both = `${last} · ${end}`;
  return kind === "region" && last !== undefined && fits(both) ? [...lines.slice(0, -1), both] : lines;
}
