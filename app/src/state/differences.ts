/** What a picture marks as different from the compared stage, in order. */
import type { GraphAnswer } from "@relayscope/engine";
import { idsOf } from "./drawn.ts";

export interface Difference {
  /** Ids of the nodes that are selected when you go to it. */
  readonly nodes: readonly number[];
  /** The region that differs, by its place in the graph; undefined for a node, a stack or a stretch of the host. */
  readonly region: number | undefined;
  /** `relu: changed`, `tinyai 3 · 2 ops: merged (tinyai 3 and 4)`. */
  readonly words: string;
}

/** In reading order: nodes and cards that differ, and regions that differ even if nothing in them does. */
export function differencesOf({ graph, changes }: GraphAnswer): readonly Difference[] {
  const { nodes, regions } = graph;
  const marked = changes.length > 0 ? changes : nodes.flatMap((node, i) => (node.isNew ? [i] : []));
  const withMarks = new Set(marked.map((i) => nodes[i]?.region ?? -1));
  const found = marked.flatMap((i): (Difference & { readonly at: number })[] => {
    const node = nodes[i];
    if (!node) return [];
    const isRegion = node.card === "region" && node.summary?.repeat === 1;
    const { was } = (isRegion && regions[node.region]) || {};
    const inside = node.changes?.map(({ change, count }) => `${count} ${change}`).join(", ");
    const words = wordsOf(node.label, node.change ?? "new", was ?? inside);
    return [{ at: i, nodes: idsOf(node), region: isRegion ? node.region : undefined, words }];
  });
  regions.forEach(({ label, change, was, nodes: held }, region) => {
    if (change === undefined || withMarks.has(region)) return;
    const inside = held.flatMap((i) => nodes[i] ?? []);
    if (inside.length === 0 || inside.some((node) => node.summary)) return;
    // The region's operators come first in the list, as when you press it.
    const [operators, others] = [inside.filter((node) => node.card === "operator"), inside.filter((node) => node.card !== "operator")];
    const ids = [...operators, ...others].map((node) => node.id);
    found.push({ at: Math.min(...held), nodes: ids, region, words: wordsOf(label, change, was) });
  });
  return found.sort((a, b) => a.at - b.at).map(({ at: _, ...difference }) => difference);
}

function wordsOf(label: string, change: string, was: string | undefined): string {
  return was ? `${label}: ${change} (${was})` : `${label}: ${change}`;
}
