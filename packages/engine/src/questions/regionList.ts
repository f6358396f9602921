/** The regions of a stage, each with its size and the causes of its boundaries. */
import type { CauseCode } from "@relayscope/explain";
import type { DrawableGraph } from "@relayscope/graph";
import { keptIn } from "@relayscope/ir";
import { countsOf } from "@relayscope/regions";
import type { Run } from "@relayscope/run";
import type { RegionLine } from "@relayscope/run/contract";
import { fullGraph } from "./drawStage.ts";
import { roleOf, whyAnswer } from "./why.ts";

type DrawnRegion = DrawableGraph["regions"][number];

/** One line for each region of the stage's picture, in order. Regions of `default` have none. Kept with the run. */
export function regionList(run: Run, stage: number): readonly RegionLine[] {
  const kept = keptIn(known, run, () => new Map());
  return keptIn(kept, stage, () => linesOf(run, stage));
}

const known = new WeakMap<Run, Map<number, readonly RegionLine[]>>();

function linesOf(run: Run, stage: number): readonly RegionLine[] {
  const module = run.stages[stage]?.module;
  if (!module) return [];
  const graph = fullGraph(run, stage);
  const { byRegion } = countsOf(module);
  const causes = causesOf(run, stage);
  const hasOutput = new Set(whyAnswer(run, stage).boundaries.flatMap(({ fromRegion }) => fromRegion?.place ?? []));
  return graph.regions.flatMap((region, i) => {
    if (region.color < 0) return [];
    const kind = kindOf(region);
    const own = kind === "region" ? byRegion[i] : undefined;
    const [name = "", , ...detail] = region.label.split(" · ");
    return [
      {
        region: i,
        name: [name, ...detail].join(" · "),
        target: region.target,
        color: region.color,
        kind,
        operators: operatorsOf(graph, region),
        calls: region.hasUnknownOperators ? undefined : region.operators,
        inputs: region.inputs,
        outputs: region.outputs,
        bytesIn: own?.inputs.bytes,
        bytesOut: own?.outputs.bytes,
        causes: causes.get(i) ?? [],
        isAtInputs: !hasOutput.has(i),
      },
    ];
  });
}

function kindOf({ kind }: DrawnRegion): RegionLine["kind"] {
  return kind === "composite" ? "composite" : kind === "fused" ? "group" : "region";
}

function operatorsOf(graph: DrawableGraph, region: DrawnRegion): RegionLine["operators"] {
  const counts = new Map<string, number>();
  for (const i of region.nodes) {
    const node = graph.nodes[i];
    if (node?.operator) counts.set(node.label, (counts.get(node.label) ?? 0) + 1);
  }
  return [...counts].map(([name, count]) => ({ name, count }));
}

/** The totals of a region's boundaries with one cause, and the first of their roles. */
interface Cost {
  readonly role: number;
  readonly bytes: number;
  readonly count: number;
}

/**
 * By region: the causes of its boundaries, in the order in which these are named; then those with the most bytes
 * crossing, then the most frequent.
 */
function causesOf(run: Run, stage: number): ReadonlyMap<number, readonly CauseCode[]> {
  const costs = new Map<number, Map<CauseCode, Cost>>();
  for (const boundary of whyAnswer(run, stage).boundaries) {
    const { fromRegion, toRegion, bytes, cause } = boundary;
    for (const place of new Set([fromRegion?.place, toRegion?.place])) {
      if (place === undefined) continue;
      const own = keptIn(costs, place, () => new Map());
      const known = own.get(cause.code) ?? { role: Number.POSITIVE_INFINITY, bytes: 0, count: 0 };
      own.set(cause.code, { role: Math.min(known.role, roleOf(boundary, place)), bytes: known.bytes + bytes, count: known.count + 1 });
    }
  }
  const ranked = (own: ReadonlyMap<CauseCode, Cost>) =>
    [...own].sort(([, a], [, b]) => a.role - b.role || b.bytes - a.bytes || b.count - a.count).map(([code]) => code);
  return new Map([...costs].map(([region, own]) => [region, ranked(own)]));
}
