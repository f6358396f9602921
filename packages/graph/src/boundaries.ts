import type { DrawableGraph, DrawableRegion } from "./drawable.ts";

/** Whether a region's boundaries have causes. Composites, fused groups and what `default` keeps have none. */
export function hasBoundaries({ kind, color }: Pick<DrawableRegion, "kind" | "color">): boolean {
  return kind !== "composite" && kind !== "fused" && color >= 0;
}

/**
 * By node: the regions that contain it. A stack, or a card that represents identical ones, has the regions of its whole
 * content.
 */
export function regionsByNode(graph: DrawableGraph): readonly (readonly number[])[] {
  const held: number[][] = graph.nodes.map(() => []);
  graph.regions.forEach((region, r) => {
    if (hasBoundaries(region)) for (const i of region.nodes) held[i]?.push(r);
  });
  return held;
}

/** The regions of a stage's whole picture that some of its calls, by their ids, are all calls of. */
export function wholeRegions({ nodes, regions }: DrawableGraph, ids: readonly number[]): ReadonlySet<number> {
  const held = new Set(ids);
  const all = regions.map(() => 0);
  const own = regions.map(() => 0);
  for (const { id, operator, region } of nodes) {
    if (region < 0 || (operator === "" && !held.has(id))) continue;
    all[region] = (all[region] ?? 0) + 1;
    if (held.has(id)) own[region] = (own[region] ?? 0) + 1;
  }
  return new Set(regions.flatMap((_, r) => ((own[r] ?? 0) > 0 && own[r] === all[r] ? [r] : [])));
}
