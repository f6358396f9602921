/**
 * The legend of a picture: its targets with the numbers of the stage, and what is drawn like a region but is not a
 * region.
 */
import type { GraphAnswer, StageSummary } from "@relayscope/engine";
import { grouped, plural, regionsText } from "../ui/format.ts";

type Region = GraphAnswer["graph"]["regions"][number];

type TargetSummary = StageSummary["regions"][number];

export interface LegendEntry extends TargetSummary {
  /** What is counted. */
  readonly noun: "region" | "composite" | "group";
}

/** `3 regions`, `3 marked`. */
export function countOf({ count, noun, marked }: LegendEntry): string {
  return noun === "region" ? regionsText(count, marked) : plural(count, noun);
}

/** `5 ops`, `ops unknown`, `5 ops in 2 of them`. */
export function operatorsOf({ count, operators, unknown = 0 }: LegendEntry): string {
  const known = plural(operators, "op");
  return unknown === 0 ? known : unknown === count ? "ops unknown" : `${known} in ${grouped(count - unknown)} of them`;
}

/**
 * One entry per target, in the order of their colors; then composites outside of regions, groups, and what `default`
 * keeps.
 */
export function regionLegend(regions: readonly Region[], summary: StageSummary): readonly LegendEntry[] {
  const counted = summary.regions.map((entry) => ({ ...entry, noun: "region" as const }));
  const others = new Map<string, { target: string; color: number; noun: LegendEntry["noun"]; count: number; operators: number }>();
  for (const { target, kind, color, operators } of regions) {
    const noun = kind === "composite" ? "composite" : kind === "fused" ? "group" : "region";
    if (noun === "region" && color >= 0) continue;
    const key = `${noun} ${target}`;
    const entry = others.get(key) ?? { target, color, noun, count: 0, operators: 0 };
    entry.count++;
    entry.operators += operators;
    others.set(key, entry);
  }
  const byColor = (a: LegendEntry, b: LegendEntry) => (a.color < 0 ? 1 : b.color < 0 ? -1 : a.color - b.color);
  return [...counted.sort(byColor), ...[...others.values()].sort(byColor)];
}
