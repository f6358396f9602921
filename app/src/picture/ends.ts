/** Why the regions of a picture end where they do: joined in the page, as the picture stands before the causes are known. */
import type { CauseCode, GraphAnswer } from "@relayscope/engine";

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
}

/** By index of the region; those without a cause have none. */
export type Ends = ReadonlyMap<number, End>;

/** Whether it is a region that boundaries are told of; not a composite or a fused group, nor what `default` keeps. */
export function hasBoundaries({ kind, color }: Graph["regions"][number]): boolean {
  return kind !== "composite" && kind !== "fused" && color >= 0;
}

/** By node: the regions that it is in; of a stack, and of a card that stands for alike ones, all regions that it holds. */
export function regionsByNode(graph: Graph): readonly (readonly number[])[] {
  const held: number[][] = graph.nodes.map(() => []);
  graph.regions.forEach((region, r) => {
    if (hasBoundaries(region)) for (const i of region.nodes) held[i]?.push(r);
  });
  return held;
}

/** What cards say of why they end. */
export interface EndTexts {
  /** By node, as far as it is known. */
  readonly ofNode: readonly string[];
  /** Whether a card says that rather than what goes in and out, as where colors stand for causes. */
  readonly isFirst: boolean;
}

/** By node: `ends: a pattern misses`, `ends: a pattern misses ×14 · no rule, no pattern ×2`; empty where no cause is known. */
export function endTexts(graph: Graph, ends: Ends): readonly string[] {
  return regionsByNode(graph).map((regions, i) => {
    // A layer is within its region.
    if (graph.nodes[i]?.summary?.isLayer) return "";
    const counts = new Map<string, number>();
    for (const r of regions) {
      const { name } = ends.get(r) ?? {};
      if (name !== undefined) counts.set(name, (counts.get(name) ?? 0) + 1);
    }
    const words = [...counts].sort(([, a], [, b]) => b - a).map(([name, count]) => (count === regions.length ? name : `${name} ×${count}`));
    return words.length > 0 ? `ends: ${words.join(" · ")}` : "";
  });
}
