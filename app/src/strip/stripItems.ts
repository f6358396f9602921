/**
 * The items of the strip: a chip per pass, and a fold for neighbors that changed nothing if there is no room for all.
 */
import type { StageResult, StageSummary } from "@relayscope/engine";
import { grouped, plural } from "../ui/format.ts";

export type StripItem =
  | { readonly kind: "pass"; readonly stage: number }
  /** `stages` changed nothing. The chips of an open fold follow it. */
  | { readonly kind: "fold"; readonly stages: readonly number[]; readonly isOpen: boolean };

/** Fewer neighbors than this do not fold. */
const leastFolded = 2;

/**
 * The items for stages 0 to `count - 1`. If `isTight`, neighbors that changed nothing fold, except the `kept` stages,
 * which are always in sight. Folds that hold a stage of `opened` are open.
 */
export function stripItems(
  count: number,
  results: readonly (StageResult | undefined)[],
  isTight: boolean,
  kept: readonly number[],
  opened: ReadonlySet<number>,
): readonly StripItem[] {
  const items: StripItem[] = [];
  const isQuiet = (stage: number) =>
    results[stage]?.status === "unchanged" && results[stage]?.recorded !== "differs" && !kept.includes(stage);
  for (let stage = 0; stage < count; ) {
    let end = stage;
    while (isTight && end > 0 && end < count && isQuiet(end)) end++;
    if (end - stage >= leastFolded) {
      const stages = Array.from({ length: end - stage }, (_, i) => stage + i);
      const isOpen = stages.some((s) => opened.has(s));
      items.push({ kind: "fold", stages, isOpen });
      if (isOpen) items.push(...stages.map((s) => ({ kind: "pass" as const, stage: s })));
      stage = end;
    } else {
      items.push({ kind: "pass", stage });
      stage++;
    }
  }
  return items;
}

/** `+3`, `−3`. */
function signed(by: number): string {
  return `${by < 0 ? "−" : "+"}${grouped(Math.abs(by))}`;
}

/** What passes about regions did where there are none. They only place or take away the marks of the host. */
const withoutRegions: ReadonlyMap<string, string> = new Map([
  ["AnnotateTarget", "nothing marked"],
  ["MergeCompilerRegions", "no regions"],
  ["PartitionGraph", "no regions"],
]);

/**
 * What `pass` did in a few words: counts of operators, composites and functions. If it changed none of these numbers,
 * nor the regions, `nothing marked` or `no regions` of passes about regions, and `changed` of others.
 */
export function whatChanged(pass: string, before: StageSummary | undefined, after: StageSummary): readonly string[] {
  if (!before) return [plural(after.operators, "op")];
  const parts: string[] = [];
  const add = (by: number, noun: string) => {
    if (by !== 0) parts.push(`${signed(by)} ${noun}${Math.abs(by) === 1 ? "" : "s"}`);
  };
  add(after.operators - before.operators, "op");
  add(after.composites - before.composites, "composite");
  add(after.functions - before.functions, "function");
  const regions = regionsOf(before, after);
  if (parts.length === 0 && regions.every((r) => r.before === r.after && r.wasMarked === r.marked > 0)) {
    parts.push((regions.length === 0 && withoutRegions.get(pass)) || "changed");
  }
  return parts;
}

export interface RegionChange {
  readonly target: string;
  readonly color: number;
  /** Counts of the target's regions before and after the pass. */
  readonly before: number;
  readonly after: number;
  /** How many of `after` are only marked. */
  readonly marked: number;
  /** Whether those before were only marked. */
  readonly wasMarked: boolean;
}

/** The regions of each target that has some, before or after a pass. */
export function regionsOf(before: StageSummary | undefined, after: StageSummary): readonly RegionChange[] {
  const gone = (before?.regions ?? []).filter((r) => !after.regions.some((now) => now.target === r.target));
  return [
    ...after.regions.map(({ target, color, count, marked = 0 }) => {
      const own = before?.regions.find((r) => r.target === target);
      return { target, color, before: before ? (own?.count ?? 0) : count, after: count, marked, wasMarked: (own?.marked ?? 0) > 0 };
    }),
    ...gone.map(({ target, color, count }) => ({ target, color, before: count, after: 0, marked: 0, wasMarked: false })),
  ];
}
