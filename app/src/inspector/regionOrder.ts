/** Sorts and filters the list of regions. */
import { causes as causeTexts, type RegionLine } from "@relayscope/engine";
import type { PageState } from "../state/model.ts";

export type RegionOrder = "place" | "operators" | "bytes" | "name" | "cause";

export const regionOrders: readonly { readonly value: RegionOrder; readonly label: string }[] = [
  { value: "place", label: "In the module's order" },
  { value: "operators", label: "Most operators first" },
  { value: "bytes", label: "Most bytes crossing first" },
  { value: "cause", label: "By cause" },
  { value: "name", label: "By name" },
];

/** All of the words must be in name, operators or causes. */
export type RegionFilter = PageState["listFilter"];

/** The part of a filter that some regions can meet: it may come from a link, or from another stage. */
export function meetable(lines: readonly RegionLine[], { words, target, cause }: RegionFilter): RegionFilter {
  return {
    words,
    target: lines.some((line) => line.target === target) ? target : "",
    cause: lines.some((line) => line.causes.some((code) => code === cause)) ? cause : "",
  };
}

const byNumber = new Intl.Collator("en", { numeric: true });

/** Bytes that cross the region's boundary, both ways. */
function bytesOf({ bytesIn = 0, bytesOut = 0 }: RegionLine): number {
  return bytesIn + bytesOut;
}

const comparisons: Readonly<Record<RegionOrder, (a: RegionLine, b: RegionLine) => number>> = {
  place: (a, b) => a.region - b.region,
  operators: (a, b) => (b.calls ?? 0) - (a.calls ?? 0),
  bytes: (a, b) => bytesOf(b) - bytesOf(a),
  name: (a, b) => byNumber.compare(a.name, b.name),
  cause: (a, b) => byNumber.compare(firstCause(a), firstCause(b)),
};

/** The first cause of a region's boundaries in a few words; empty if it has none. */
export function firstCause({ causes: [code] }: RegionLine): string {
  return code === undefined ? "" : causeTexts[code].name;
}

/** The filtered lines, in the chosen order; equal ones in the module's order. */
export function shownRegions(
  lines: readonly RegionLine[],
  { words, target, cause }: RegionFilter,
  order: RegionOrder,
): readonly RegionLine[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  const left = lines.filter((line) => {
    if ((target !== "" && line.target !== target) || (cause !== "" && !line.causes.some((code) => code === cause))) return false;
    if (wanted.length === 0) return true;
    const text = [line.name, ...line.operators.map((o) => o.name), ...line.causes.map((c) => causeTexts[c].name)].join(" ").toLowerCase();
    return wanted.every((word) => text.includes(word));
  });
  const compare = comparisons[order];
  return left.sort((a, b) => compare(a, b) || a.region - b.region);
}
