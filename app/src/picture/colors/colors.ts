/**
 * What the colors of the picture represent: target, region, cause, operator, dtype or change. Each color has a letter
 * and a line in the legend.
 */
import { type GraphAnswer, hasBoundaries, noBoundary, regionsByNode, segmentsOf, targetsOf } from "@relayscope/engine";
import { hatchCount, type Palette, type RegionColor, regionLetter } from "@relayscope/palette";
import type { ColorBy } from "@relayscope/share";
import { regionsText } from "../../ui/format.ts";
import type { PictureEnds } from "../useEnds.ts";
import type { End, Ends } from "../words/ends.ts";

export type Graph = GraphAnswer["graph"];

/** The choices, in the order in which they are offered. */
export const colorings: Readonly<Record<ColorBy, string>> = {
  target: "Target",
  region: "Region",
  cause: "Why regions end",
  operator: "Operator",
  dtype: "Dtype",
  change: "Change",
};

export interface Tint extends RegionColor {
  /** Its place in the palette. -1 for a tint without a color. */
  readonly place: number;
  /** Its hatch: that of its color, or another one where several meanings share a color. -1 for none. */
  readonly pattern: number;
  readonly letter: string;
}

/** A part of a stack's bar. The lengths of a bar's parts add up to 1. */
export interface BarSegment {
  /** Undefined for the host, and for colors that a bar does not show. */
  readonly tint: Tint | undefined;
  readonly isHost: boolean;
  readonly start: number;
  readonly length: number;
}

export interface LegendLine {
  readonly tint: Tint | undefined;
  readonly label: string;
  readonly count: number;
  /** The unit of the count, if it is not what the label names. */
  readonly unit?: string;
}

export interface Coloring {
  /** Whether the nodes of a region have its color. */
  readonly isByRegion: boolean;
  readonly ofNode: (index: number) => Tint | undefined;
  readonly ofRegion: (index: number) => Tint | undefined;
  /** The bar of a stack: its regions by color, in proportion; none for other nodes. */
  readonly barOf: (index: number) => readonly BarSegment[];
  readonly legend: readonly LegendLine[];
  /** A sentence that explains the colors, or why there are none; may be empty. */
  readonly note: string;
}

/** Whether lines of the legend share a color, so that their hatches distinguish them. */
export function sharesColors({ legend }: Pick<Coloring, "legend">): boolean {
  const places = legend.flatMap(({ tint }) => (tint && tint.place >= 0 ? [tint.place] : []));
  return new Set(places).size < places.length;
}

/** Whether a picture has its legend at its foot: one target alone has a color that the line above the picture names. */
export function needsLegend(colorBy: ColorBy, { legend }: Pick<Coloring, "legend">): boolean {
  return colorBy !== "target" || legend.filter(({ tint }) => tint !== undefined).length > 1;
}

/** Whether a tint is that of the legend's line with this label; undefined if there is no such line. */
export function tintsOnLine(
  { legend }: Pick<Coloring, "legend">,
  label: string | undefined,
): ((tint: Tint | undefined) => boolean) | undefined {
  const line = label === undefined ? undefined : legend.find((l) => l.label === label);
  // Causes of one family share a color and have letters of their own.
  return line && ((own) => own?.place === line.tint?.place && own?.letter === line.tint?.letter);
}

/** Hatches next to each other look alike. This step from one to the next reaches all of them. */
const hatchStep = 3;

/** The tint of a place in the palette, with another hatch for each `shade`; undefined for a negative place. */
export function tintOf(palette: Palette, place: number, letter = regionLetter(place), shade = 0): Tint | undefined {
  const at = place % palette.regions.length;
  const color = place < 0 ? undefined : palette.regions[at];
  return color && { ...color, place: at, pattern: (at + shade * hatchStep) % hatchCount, letter };
}

/** A tint without a color, for what has an outline only. */
export function plainTint(palette: Palette, letter: string): Tint {
  return { line: palette.muted, fill: palette.chip, hatch: "transparent", onLine: palette.card, place: -1, pattern: -1, letter };
}

/**
 * The bar of each stack, and of each card of a repetition whose regions differ: its regions by their tints, ordered by
 * their number of operators, and what of it is the host's.
 */
function barsOf(graph: Graph, tints: readonly (Tint | undefined)[]): (index: number) => readonly BarSegment[] {
  const held = regionsByNode(graph);
  return (i) => {
    const all = held[i] ?? [];
    const isMixed = all.some((r) => tints[r]?.letter !== tints[all[0] ?? r]?.letter);
    const { kind, summary } = graph.nodes[i] ?? {};
    const shares = new Map<string, { readonly tint: Tint | undefined; share: number }>();
    let whole = 0;
    for (const r of kind === "stack" || isMixed ? all : []) {
      const tint = tints[r];
      const share = Math.max(1, graph.regions[r]?.operators ?? 1);
      const known = shares.get(tint?.letter ?? "");
      if (known) known.share += share;
      else shares.set(tint?.letter ?? "", { tint, share });
      whole += share;
    }
    const host = segmentsOf(summary).reduce((sum, { color, length }) => (color < 0 ? sum + length : sum), 0);
    let start = 0;
    const bar = [...shares.values()]
      .sort((a, b) => b.share - a.share)
      .map(({ tint, share }) => {
        const segment = { tint, isHost: false, start, length: (share / whole) * (1 - host) };
        start += segment.length;
        return segment;
      });
    return whole > 0 && host > 0 ? [...bar, { tint: undefined, isHost: true, start, length: host }] : bar;
  };
}

/** Colors by a palette place per region. A composite has no color: no target has taken it yet. */
export function byRegion(graph: Graph, palette: Palette, placeOf: (region: Graph["regions"][number]) => number): Coloring {
  const tints = graph.regions.map((region) => (region.kind === "composite" ? undefined : tintOf(palette, placeOf(region))));
  return {
    isByRegion: true,
    ofNode: (i) => tints[graph.nodes[i]?.region ?? -1],
    ofRegion: (i) => tints[i],
    barOf: barsOf(graph, tints),
    legend: [],
    note: "",
  };
}

export const noRegions = "There are no regions at this stage.";

function byTarget(graph: Graph, palette: Palette): Coloring {
  const counts = new Map<string, { place: number; count: number }>();
  for (const region of graph.regions) {
    if (region.kind === "composite") continue;
    const label = region.isMarked ? `${region.target}, marked` : region.target;
    const known = counts.get(label);
    if (known) known.count++;
    else counts.set(label, { place: region.color, count: 1 });
  }
  const legend = [...counts].map(([label, { place, count }]) => ({ tint: tintOf(palette, place), label, count }));
  const coloring = byRegion(graph, palette, (region) => region.color);
  const ofTarget = (color: number) => tintOf(palette, color);
  const barOf = (i: number) =>
    segmentsOf(graph.nodes[i]?.summary).map(({ color, ...place }) => ({ ...place, tint: ofTarget(color), isHost: color < 0 }));
  // A stack has a target's color if all of its regions are for that target.
  const ofStack = (i: number) => {
    const targets = targetsOf(graph.nodes[i]?.summary);
    return targets.length === 1 ? ofTarget(targets[0] ?? -1) : undefined;
  };
  const hasComposites = graph.regions.some((region) => region.kind === "composite");
  const isMarked = graph.regions.some((region) => region.isMarked);
  const note = hasComposites
    ? "Composites are groups: AnnotateTarget has not given them to a target."
    : isMarked
      ? "The marked calls are not regions yet: MergeCompilerRegions makes regions of them."
      : legend.length > 0
        ? ""
        : noRegions;
  return { ...coloring, ofNode: (i) => coloring.ofNode(i) ?? ofStack(i), barOf, legend, note };
}

/**
 * Colors by the first cause of each region's boundaries. A stack has a cause's color if its regions share the
 * cause. Everything is plain until causes are known.
 */
function byCause(graph: Graph, palette: Palette, ends: Ends | undefined): Coloring {
  const tintOfEnd = (end: End | undefined): Tint => {
    const letter = end?.letter ?? (ends ? "" : "…");
    return tintOf(palette, end?.place ?? -1, letter, end?.shade) ?? plainTint(palette, letter);
  };
  const tints = graph.regions.map((region, i) => (hasBoundaries(region) ? tintOfEnd(ends?.get(i)) : undefined));
  const byNode = regionsByNode(graph).map((regions) => {
    const [first, ...others] = regions.map((r) => tints[r]);
    return others.every((tint) => tint?.letter === first?.letter) ? first : undefined;
  });
  const lines = new Map<string, LegendLine>();
  graph.regions.forEach((region, i) => {
    const label = hasBoundaries(region) ? ends?.get(i)?.name : undefined;
    if (label === undefined) return;
    const count = (lines.get(label)?.count ?? 0) + 1;
    lines.set(label, {
      tint: tints[i],
      label,
      count,
      unit: `${regionsText(count)}, each by its boundary to a region after it, else to one before it, else to the host`,
    });
  });
  const legend = [...lines.values()].sort((a, b) => b.count - a.count);
  const note =
    lines.size > 0
      ? ""
      : !graph.regions.some(hasBoundaries)
        ? noRegions
        : ends
          ? `The regions have ${noBoundary}.`
          : "The causes are not known yet.";
  return { isByRegion: true, ofNode: (i) => byNode[i], ofRegion: (i) => tints[i], barOf: barsOf(graph, tints), legend, note };
}

/**
 * What colors represent by default: causes if a single target has boundaries with causes, else targets. Regions are
 * plain while causes are awaited, so that no color changes under the reader's eyes. Causes that arrive late do not
 * change colors.
 */
export function usualColoring(graph: Graph, { ends, isAwaited, isLate }: PictureEnds): ColorBy {
  const targets = new Set(graph.regions.filter(hasBoundaries).map(({ target }) => target));
  return targets.size === 1 && (isAwaited || (!isLate && ends !== undefined && ends.size > 0)) ? "cause" : "target";
}

/**
 * The colors of a graph that a first picture can have: targets or causes, and plain ones for other choices. `ends` is
 * given once it is known.
 */
export function firstColoring(graph: Graph, by: ColorBy, palette: Palette, ends: Ends | undefined): Coloring {
  return by === "target" ? byTarget(graph, palette) : byCause(graph, palette, by === "cause" ? ends : undefined);
}
