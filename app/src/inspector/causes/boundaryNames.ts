/** Names of boundaries in lists. */
import type { BoundaryAnswer } from "@relayscope/engine";

/** The nodes that a boundary concerns, by id: both ends, what is in between, and the path outside. */
export function nodesOfBoundary({ from, to, cause, crossings }: BoundaryAnswer): readonly number[] {
  const between = new Set([...cause.path, ...cause.blockers].map((node) => node.id));
  // Where the value enters a region, rather than the region's result.
  const end = crossings.findLast((crossing) => !between.has(crossing.to))?.to ?? to.id;
  return [...new Set([from.id, ...between, end])].filter((id) => id > 0);
}

/** `nn.relu (dnnl 2) to exp (host)`; `nn.relu (dnnl 2) and nn.conv2d (dnnl 3)` for a boundary between two regions. */
export function sidesOf({ kind, from, to, fromRegion, toRegion }: BoundaryAnswer): string {
  const side = (label: string, region: BoundaryAnswer["fromRegion"]) => `\`${label}\` (${region?.name ?? "host"})`;
  return `${side(from.label, fromRegion)} ${kind === "between" ? "and" : "to"} ${side(to.label, toRegion)}`;
}
