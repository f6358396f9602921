/** MergeCompilerRegions, parent by parent. */
import type { Expr } from "@relayscope/ir";
import type { Decision } from "@relayscope/passes";
import { defaultTarget } from "@relayscope/regions";
import { listed, nameOf } from "../names.ts";
import type { Step } from "./step.ts";

interface RegionState {
  readonly group: number;
  readonly target: string;
  readonly nodes: Expr[];
}

/** The steps of MergeCompilerRegions: first the initial regions, then each attempt to merge two of them. */
export function mergeSteps(decisions: readonly Decision[]): readonly Step[] {
  const regions = new Map<string, RegionState>();
  const keyOf = (functionName: string, region: number) => `${functionName} ${region}`;
  const steps: Step[] = [];
  for (const decision of decisions) {
    if (decision.kind !== "region") continue;
    const { functionName, region, target, nodes } = decision;
    regions.set(keyOf(functionName, region), { group: regions.size, target, nodes: [...nodes] });
  }
  if (regions.size > 0) {
    const offloaded = [...regions.values()].filter((r) => r.target !== defaultTarget);
    steps.push({
      state: "tried",
      sentence: `The pass begins with ${offloaded.length} ${offloaded.length === 1 ? "region" : "regions"} of targets, one per call, and goes through the module from its inputs.`,
      nodes: [],
      blockers: [],
      groups: offloaded.map((r) => ({ group: r.group, label: r.target, target: r.target, nodes: [...r.nodes] })),
    });
  }
  for (const decision of decisions) {
    if (decision.kind !== "merge") continue;
    const { functionName, parent, child, target, outcome, through } = decision;
    const above = regions.get(keyOf(functionName, parent));
    const below = regions.get(keyOf(functionName, child));
    if (!above || !below) continue;
    if (outcome === "different-target" && above.target === defaultTarget) continue;
    const nodes = [...above.nodes, ...below.nodes];
    const both = `The region of ${wordsOf(above)} and that of ${wordsOf(below)}`;
    if (outcome === "merged") {
      below.nodes.push(...above.nodes);
      regions.set(keyOf(functionName, parent), below);
      if (target === defaultTarget) continue;
      const sentence = `${both} are neighbors of \`${target}\`, and no path leaves them and returns: they become one region.`;
      steps.push({
        state: "merged",
        sentence,
        nodes,
        blockers: [],
        groups: [{ group: below.group, label: target, target, nodes: [...above.nodes] }],
      });
    } else if (target !== defaultTarget) {
      const between = through.flatMap((n) => regions.get(keyOf(functionName, n)) ?? []);
      const sentence =
        outcome === "restricted"
          ? `${both} stay apart: a path leaves the first${between.length > 0 ? `, goes through ${listed(between.flatMap((r) => r.nodes.map(nameOf)))},` : ""} and enters the second. One region of both would form a cycle.`
          : `${both} stay apart: \`${above.target}\` passes the result to ${below.target === defaultTarget ? "the host" : `\`${below.target}\``}.`;
      steps.push({ state: "refused", sentence, nodes, blockers: between.flatMap((r) => r.nodes), groups: [] });
    }
  }
  return steps;
}

function wordsOf({ nodes }: RegionState): string {
  return listed(nodes.filter((n) => n.kind === "Call").map(nameOf), 3);
}
