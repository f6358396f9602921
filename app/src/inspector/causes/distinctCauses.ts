/** The causes of some boundaries, each once. */
import type { BoundaryAnswer, NodeReference } from "@relayscope/engine";
import { grouped } from "../../ui/format.ts";

export interface DistinctCause {
  readonly cause: BoundaryAnswer["cause"];
  readonly boundaries: readonly BoundaryAnswer[];
}

/** Causes with different sentences that are not `said` elsewhere, the most frequent first. */
export function distinctCauses(boundaries: readonly BoundaryAnswer[], said: readonly string[] = []): readonly DistinctCause[] {
  const found = new Map<string, DistinctCause & { boundaries: BoundaryAnswer[] }>();
  for (const boundary of boundaries) {
    if (said.includes(boundary.cause.sentence)) continue;
    const known = found.get(boundary.cause.sentence);
    if (known) known.boundaries.push(boundary);
    else found.set(boundary.cause.sentence, { cause: boundary.cause, boundaries: [boundary] });
  }
  return [...found.values()].sort((a, b) => b.boundaries.length - a.boundaries.length);
}

/** `exp`, `tanh × 2`: the operators of calls, with how many there are of each. */
export function namesText(nodes: readonly NodeReference[]): string {
  const counts = new Map<string, number>();
  for (const { label } of nodes) counts.set(label, (counts.get(label) ?? 0) + 1);
  return [...counts].map(([name, count]) => `\`${name}\`${count > 1 ? ` × ${grouped(count)}` : ""}`).join(", ");
}
