/** Why the regions of a picture end where they do: joined in the page, as the picture stands before the causes are known. */
import { type CauseCode, type GraphAnswer, hasBoundaries } from "@relayscope/engine";

type Graph = GraphAnswer["graph"];

/** The costliest cause of a region's boundaries. */
export interface End {
  readonly code: CauseCode;
  /** In a few words. */
  readonly name: string;
  /** The palette's color of its family; -1 for the cause that is not known. */
  readonly place: number;
  /** Its own, also within its family. */
  readonly letter: string;
  /** The names of the region's other causes, the costliest first. */
  readonly others: readonly string[];
}

/** By index of the region; those without a cause have none. */
export type Ends = ReadonlyMap<number, End>;

/** By node: the regions that it is in; of a stack, and of a card that stands for alike ones, all regions that it holds. */
export function regionsByNode(graph: Graph): readonly (readonly number[])[] {
  const held: number[][] = graph.nodes.map(() => []);
  graph.regions.forEach((region, r) => {
    if (hasBoundaries(region)) for (const i of region.nodes) held[i]?.push(r);
  });
  return held;
}

/** What a card says whose regions have no boundary that a cause is told of: no more than the network's own input and output. */
export const noBoundary = "no boundary with a cause";

/**
 * By node: `ends: a pattern misses`, of one region with several causes `ends: a pattern misses · no rule, no pattern`, of several regions
 * `ends: a pattern misses ×14 · no rule, no pattern ×2`.
 */
export function endTexts(graph: Graph, ends: Ends): readonly string[] {
  return regionsByNode(graph).map((regions, i) => {
    // A layer is within its region.
    if (graph.nodes[i]?.summary?.isLayer) return "";
    const [first = -1] = regions;
    const one = ends.get(first);
    if (regions.length === 1 && one) return told([one.name, ...one.others]);
    const counts = new Map<string, number>();
    for (const r of regions) {
      const { name } = ends.get(r) ?? {};
      if (name !== undefined) counts.set(name, (counts.get(name) ?? 0) + 1);
    }
    const words = [...counts].sort(([, a], [, b]) => b - a).map(([name, count]) => (count === regions.length ? name : `${name} ×${count}`));
    if (words.length > 0) return told(words);
    return regions.length > 0 ? noBoundary : "";
  });
}

const between = " · ";

function told(causes: readonly string[]): string {
  return `ends: ${causes.join(between)}`;
}

/** Such a text in a line: whole where it fits, else its first causes and how many more there are, at least `ends: no rule, no pattern +1`. */
export function endLine(text: string, fits: (line: string) => boolean): string {
  if (fits(text)) return text;
  const causes = text.split(between);
  const shorter = causes.slice(1).map((_, i) => `${causes.slice(0, causes.length - 1 - i).join(between)}, ${i + 1} more`);
  const shortest = shorter.length > 0 ? `${causes[0]} +${shorter.length}` : text;
  return shorter.find(fits) ?? shortest;
}
