import type { DrawableGraph } from "./drawable.ts";

/** Whether a picture has cards, which stand for several operators. */
export function isMap({ nodes }: Pick<DrawableGraph, "nodes">): boolean {
  return nodes.some((node) => node.summary);
}
