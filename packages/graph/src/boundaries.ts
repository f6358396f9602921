import type { DrawableRegion } from "./drawable.ts";

/** Whether it is a region whose boundaries have causes: not a composite, a fused group, or what `default` keeps. */
export function hasBoundaries({ kind, color }: Pick<DrawableRegion, "kind" | "color">): boolean {
  return kind !== "composite" && kind !== "fused" && color >= 0;
}
