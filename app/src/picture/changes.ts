/** How changes between two stages are shown in words. */
import type { GraphAnswer } from "@relayscope/engine";

type Region = GraphAnswer["graph"]["regions"][number];

/**
 * What became of a region between the compared stage and the shown one: `renamed: dnnl 3`, with its name in the
 * compared stage.
 */
export function changeWords({ change, was }: Pick<Region, "change" | "was">): string {
  if (change === undefined) return "";
  return was ? `${change}: ${was}` : change;
}

/**
 * Whether a node has a mark for what the pass did to it. A new name or a function of its own gets none, as
 * PartitionGraph gives both to all regions.
 */
export function hasMark({ isNew, change }: Pick<GraphAnswer["graph"]["nodes"][number], "isNew" | "change">): boolean {
  return change === undefined ? isNew : change !== "renamed" && change !== "extracted";
}
