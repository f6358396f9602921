/** Counts over a drawable graph: what is offloaded, per target and per operator, and what crosses a boundary. */
import type { GraphAnswer } from "@relayscope/engine";

type Graph = GraphAnswer["graph"];

export interface LegendEntry {
  readonly target: string;
  readonly color: number;
  readonly regions: number;
  readonly operators: number;
}

/** One entry a target, in the order of their colors, `default` last. */
export function regionLegend(graph: Graph): readonly LegendEntry[] {
  const entries = new Map<string, { target: string; color: number; regions: number; operators: number }>();
  for (const region of graph.regions) {
    const entry = entries.get(region.target) ?? { target: region.target, color: region.color, regions: 0, operators: 0 };
    entry.regions++;
    entry.operators += region.operators;
    entries.set(region.target, entry);
  }
  return [...entries.values()].sort((a, b) => (a.color < 0 ? 1 : b.color < 0 ? -1 : a.color - b.color));
}

export interface OperatorCoverage {
  readonly operator: string;
  readonly total: number;
  readonly offloaded: number;
}

export interface Coverage {
  readonly calls: number;
  readonly offloaded: number;
  /** Regions of a target other than `default`. */
  readonly regions: number;
  readonly largest: number;
  /** Edges from a region, or from outside, into another. */
  readonly crossings: number;
  readonly operators: readonly OperatorCoverage[];
}

/** The numbers of a stage. Counts calls of operators; calls of functions and annotations are none. */
export function coverageOf(graph: Graph): Coverage {
  const isOffloaded = graph.nodes.map((n) => (graph.regions[n.region]?.color ?? -1) >= 0);
  const operators = new Map<string, { operator: string; total: number; offloaded: number }>();
  graph.nodes.forEach((node, i) => {
    if (node.kind !== "call") return;
    const entry = operators.get(node.label) ?? { operator: node.label, total: 0, offloaded: 0 };
    entry.total++;
    if (isOffloaded[i]) entry.offloaded++;
    operators.set(node.label, entry);
  });
  const all = [...operators.values()];
  const targeted = graph.regions.filter((r) => r.color >= 0);
  return {
    calls: all.reduce((sum, o) => sum + o.total, 0),
    offloaded: all.reduce((sum, o) => sum + o.offloaded, 0),
    regions: targeted.length,
    largest: targeted.reduce((most, r) => Math.max(most, r.operators), 0),
    crossings: graph.edges.filter((e) => {
      const from = graph.nodes[e.from];
      const to = graph.nodes[e.to];
      return from !== undefined && to !== undefined && from.region !== to.region && from.kind !== "constant";
    }).length,
    operators: all.sort((a, b) => b.total - b.offloaded - (a.total - a.offloaded) || b.total - a.total),
  };
}
