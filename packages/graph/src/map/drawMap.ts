/**
 * The map of a stage: the quotient of its picture, drawn. Cards that are opened show their operators in a frame, stacks
 * their runs; control flow keeps its frames. It is a drawable graph like any other.
 */
import { at } from "@relayscope/ir";
import type { DrawableEdge, DrawableGraph, DrawableRegion } from "../drawable.ts";
import type { MapOptions, Visible } from "./mapOptions.ts";
import type { MapPlan } from "./plan.ts";
import { describeCards, factsOf } from "./summaries.ts";
import { showItems } from "./visible.ts";

/** A map that is complete except for the words of its cards. */
export interface ShownMap {
  readonly visible: Visible;
  readonly facts: ReturnType<typeof factsOf>;
  readonly edges: readonly DrawableEdge[];
  readonly regions: readonly DrawableRegion[];
}

/** The shown part of a planned map. */
export function showMap(plan: MapPlan, options: MapOptions): ShownMap {
  const visible = showItems(plan, options);
  return { visible, facts: factsOf(plan, visible), edges: drawEdges(plan, visible), regions: regionsOf(plan, visible) };
}

/** Draws the shown part of a map. `verbosity`, an index into `cardSizes`, is the cards' level of detail. */
export function drawMap({ visible, facts, edges, regions }: ShownMap, verbosity: number): DrawableGraph {
  return { nodes: describeCards(visible, facts, verbosity), frames: visible.frames, edges, regions };
}

/** The flow between visible nodes; between cards one edge for all tensors. */
function drawEdges({ flows, quotient }: MapPlan, { members, runs, shownAs }: Visible): DrawableEdge[] {
  const joined = new Map<string, { edges: DrawableEdge[]; tensors: Set<number>; from: number; to: number }>();
  const out: DrawableEdge[] = [];
  for (const { edge, tensor } of flows) {
    const [from, to] = [at(shownAs, edge.from), at(shownAs, edge.to)];
    if (from < 0 || to < 0 || from === to) continue;
    // If one run represents all, an edge into the next run would lead back to this run's start.
    const [run, other] = [runs.get(edge.from), runs.get(edge.to)];
    if (run && other && run.stack === other.stack && run.run !== other.run) continue;
    const isCard = members[from] !== undefined || members[to] !== undefined;
    if (!isCard) {
      if (!run?.run && !other?.run) out.push({ ...edge, from, to });
      continue;
    }
    // Of identical edges in identical runs the first run's is drawn.
    if (run && other && run.stack === other.stack && run.run > 0) continue;
    if (quotient.isParameter[edge.from]) continue;
    const key = `${from}>${to}`;
    const known = joined.get(key) ?? { edges: [], tensors: new Set(), from, to };
    joined.set(key, known);
    if (known.tensors.has(tensor)) continue;
    known.tensors.add(tensor);
    known.edges.push(edge);
  }
  for (const { edges, from, to } of joined.values()) {
    const heaviest = edges.reduce((best, edge) => ((edge.bytes ?? 0) > (best.bytes ?? 0) ? edge : best));
    out.push({ ...heaviest, from, to, bytes: sumOf(edges.map((edge) => edge.bytes)), tensors: edges.length });
  }
  return out;
}

/** The sum of sizes; undefined if one is unknown. */
function sumOf(sizes: readonly (number | undefined)[]): number | undefined {
  let sum = 0;
  for (const size of sizes) {
    if (size === undefined) return undefined;
    sum += size;
  }
  return sum;
}

/** The picture's regions with the visible nodes that show them. */
function regionsOf({ full }: MapPlan, { shownAs }: Visible): DrawableRegion[] {
  return full.regions.map((region) => {
    const nodes = new Set<number>();
    for (const n of region.nodes) if (at(shownAs, n) >= 0) nodes.add(at(shownAs, n));
    return { ...region, nodes: [...nodes].sort((a, b) => a - b) };
  });
}
