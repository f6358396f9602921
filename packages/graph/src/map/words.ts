/** The words of cards: titles, counts of operators, sizes. */
import type { OperatorCount } from "../drawable.ts";

/** Operators with how often each occurs, in order of first appearance. */
export function countOperators(names: readonly string[]): OperatorCount[] {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].map(([name, count]) => ({ name, count }));
}

/** `conv2d ×2`, `add`, `relu`. */
export function operatorWords(operators: readonly OperatorCount[]): string[] {
  return operators.map(({ name, count }) => {
    const word = name.replace(/^annotation\./, "");
    return count > 1 ? `${word} ×${count}` : word;
  });
}

export function callsText(calls: number): string {
  return counted(calls, "op");
}

/** `44 of 88 ops` where only some of them are in regions: a region's title counts its own operators alone. */
export function callsInRegions(calls: number, inRegions: number): string {
  return inRegions === 0 || inRegions === calls ? callsText(calls) : `${inRegions} of ${callsText(calls)}`;
}

function counted(count: number, one: string): string {
  return `${count} ${one}${count === 1 ? "" : "s"}`;
}

/** How often runs repeat that represent each other: `3`, `2–5`; empty for runs alone. Titles and badges say this. */
export function timesOf(counts: readonly number[]): string {
  const [least, most] = [Math.min(...counts), Math.max(...counts)];
  if (most <= 1) return "";
  return least === most ? `${most}` : `${least}–${most}`;
}

/** `3 times`, `2–5 times`; empty for runs alone. */
export function timesText(counts: readonly number[]): string {
  const times = timesOf(counts);
  return times === "" ? "" : `${times} times`;
}

/**
 * The kind of a card within a stack: `marked` is not partitioned yet, `input` is a variable that represents itself,
 * `layer` is a part of a card.
 */
export type HeldKind = "region" | "marked" | "host" | "node" | "input" | "layer";

/** `2 regions, 1 host part`, of runs that differ `6–7 regions, 1 host part`: what the cards of a run are. */
function heldText(runs: readonly (readonly HeldKind[])[]): string {
  const text = (wanted: HeldKind, words: (count: string, isOne: boolean) => string): string => {
    let [least, most] = [Number.POSITIVE_INFINITY, 0];
    for (const run of runs) {
      const count = run.reduce((n, kind) => n + (kind === wanted ? 1 : 0), 0);
      [least, most] = [Math.min(least, count), Math.max(most, count)];
    }
    return most === 0 ? "" : words(least === most ? `${most}` : `${least}–${most}`, most === 1);
  };
  const nouns = (noun: string) => (count: string, isOne: boolean) => `${count} ${noun}${isOne ? "" : "s"}`;
  return [
    text("input", nouns("input")),
    text("region", nouns("region")),
    text("marked", (count) => `${count} marked`),
    text("host", nouns("host part")),
    text("layer", nouns("layer")),
    text("node", (count) => `${count} more`),
  ]
    .filter((words) => words !== "")
    .join(", ");
}

/**
 * The titles of a stack of such runs, longest first: `16 times 2 regions, 1 host part · 64 of 96 ops`, `16 times 2
 * regions · 64 of 96 ops`, `16 times 2 regions`.
 */
export function stackTitles(runs: readonly (readonly HeldKind[])[], times: string, calls: string, name = ""): readonly string[] {
  const regions = runs.map((run) => run.filter((kind) => kind === "region" || kind === "marked"));
  const title = (held: string, calls: string) =>
    [name, [times, held].filter((text) => text !== "").join(" "), calls].filter((text) => text !== "").join(" · ");
  const [all, ofRegions] = [heldText(runs), heldText(regions)];
  const wholes = ofRegions === "" || ofRegions === all ? [all] : [all, ofRegions];
  return [...wholes.map((held) => title(held, calls)), ...wholes.map((held) => title(held, "")).slice(-1)];
}
