import type { DrawableGraph, DrawableNode } from "./drawable.ts";

const known = new WeakMap<readonly DrawableNode[], boolean>();

/** Whether a picture has cards, which represent several operators. */
export function isMap({ nodes }: Pick<DrawableGraph, "nodes">): boolean {
  const before = known.get(nodes);
  if (before !== undefined) return before;
  const isOne = nodes.some((node) => node.summary);
  known.set(nodes, isOne);
  return isOne;
}
