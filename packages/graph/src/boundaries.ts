import type { DrawableRegion } from "./drawable.ts";

/** Whether it is a region that boundaries are told of; not a composite or a fused group, nor what `default` keeps. */
export function hasBoundaries({ kind, color }: Pick<DrawableRegion, "kind" | "color">): boolean {
  return kind !== "composite" && kind !== "fused" && color >= 0;
}
