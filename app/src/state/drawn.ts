/** Small questions about what the engine drew. */
import type { GraphAnswer } from "@relayscope/engine";

/** Ids of what a node represents: a card's calls, else the node itself. */
export function idsOf(node: GraphAnswer["graph"]["nodes"][number]): readonly number[] {
  return node.summary && node.summary.members.length > 0 ? node.summary.members : [node.id];
}

/**
 * Whether a text is a different one, and not an edit of the previous one: less than half of the longer one is unchanged
 * at its ends.
 */
export function isOtherText(before: string, after: string): boolean {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before.charCodeAt(start) === after.charCodeAt(start)) start++;
  let end = 0;
  while (end < shorter - start && before.charCodeAt(before.length - 1 - end) === after.charCodeAt(after.length - 1 - end)) end++;
  return start + end < Math.max(before.length, after.length) / 2;
}
