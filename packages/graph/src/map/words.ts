/** The words of cards: titles, counts of operators, sizes. */
import { counted, grouped } from "@relayscope/ir";
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
    return count > 1 ? `${word} ×${grouped(count)}` : word;
  });
}

export function callsText(calls: number): string {
  return counted(calls, "op");
}

/** `44 of 88 ops` if only some of the calls are in regions. The title of a region counts only its own calls. */
export function callsInRegions(calls: number, inRegions: number): string {
  return inRegions === 0 || inRegions === calls ? callsText(calls) : `${grouped(inRegions)} of ${callsText(calls)}`;
}

/** How often runs repeat that represent each other: `3`, `2–5`; empty for runs alone. Titles and badges say this. */
export function timesOf(counts: readonly number[]): string {
  const [least, most] = [Math.min(...counts), Math.max(...counts)];
  if (most <= 1) return "";
  return rangeText(least, most);
}

/**
 * The kind of a card within a stack: `composite` and `group` have no target yet, `marked` is not partitioned yet,
 * `input` is a variable that represents itself, `layer` is a part of a card.
 */
export type HeldKind = "region" | "composite" | "group" | "marked" | "host" | "node" | "input" | "layer";

/** The kinds that a shortened title still names. */
export const leading: ReadonlySet<HeldKind> = new Set(["region", "composite", "group", "marked"]);

const plural = (noun: string) => (count: string, isOne: boolean) => `${count} ${noun}${isOne ? "" : "s"}`;

/** Ordered as a title lists them. */
const heldWords: Readonly<Record<HeldKind, (count: string, isOne: boolean) => string>> = {
  input: plural("input"),
  region: plural("region"),
  composite: plural("composite"),
  group: plural("group"),
  marked: (count) => `${count} marked`,
  host: plural("host part"),
  layer: plural("layer"),
  node: (count) => `${count} more`,
};

const kinds = Object.entries(heldWords).map(([kind, words]) => ({ kind, words }));

/** The cards of a run in words: `2 regions, 1 host part`, or `6–7 regions, 1 host part` for runs that differ. */
function heldText(runs: readonly (readonly HeldKind[])[]): string {
  return kinds
    .flatMap(({ kind, words }) => {
      const counts = runs.map((run) => run.reduce((n, own) => n + (own === kind ? 1 : 0), 0));
      const [least, most] = [Math.min(...counts), Math.max(...counts)];
      return most === 0 ? [] : words(rangeText(least, most), most === 1);
    })
    .join(", ");
}

function rangeText(least: number, most: number): string {
  return least === most ? grouped(most) : `${grouped(least)}–${grouped(most)}`;
}

/**
 * The kind of the single card that each run consists of; undefined if a run has several cards, or if the kinds differ.
 */
function onlyKind(runs: readonly (readonly HeldKind[])[]): HeldKind | undefined {
  const [first] = runs[0] ?? [];
  return runs.every((run) => run.length === 1 && run[0] === first) ? first : undefined;
}

/** A run of several that repeat: `block`, or `layer` if that is all it holds. */
export function runNoun(runs: readonly (readonly HeldKind[])[]): string {
  return onlyKind(runs) === "layer" ? "layer" : "block";
}

/** `3 blocks`; `3 layers` if each is just that; empty where nothing repeats. */
export function runsText(runs: readonly (readonly HeldKind[])[], times: string): string {
  const kind = onlyKind(runs);
  if (times === "") return "";
  return kind ? heldWords[kind](times, false) : `${times} blocks`;
}

/** `3 blocks of 2 regions, 1 host part`; `3 layers` if each is just that; `2 regions` where nothing repeats. */
function repeatedText(runs: readonly (readonly HeldKind[])[], times: string, held: string): string {
  const repeated = runsText(runs, times);
  if (repeated === "" || onlyKind(runs)) return repeated || held;
  return `${repeated} of ${held}`;
}

/**
 * The titles of a stack of such runs, longest first: `9 blocks of 2 regions, 1 host part · 18 of 27 ops`, `9 blocks
 * of 2 regions · 18 of 27 ops`, `9 blocks of 2 regions`. A name replaces how often they repeat.
 */
export function stackTitles(runs: readonly (readonly HeldKind[])[], times: string, calls: string, name = ""): readonly string[] {
  const each = name !== "" && runs.length > 1 ? " each" : "";
  const title = (held: string, ops: string) =>
    [name, held === "" ? "" : `${repeatedText(runs, times, held)}${each}`, ops].filter((text) => text !== "").join(" · ");
  const [all, short] = [heldText(runs), heldText(runs.map((run) => run.filter((kind) => leading.has(kind))))];
  const wholes = short === "" || short === all ? [all] : [all, short];
  return [...wholes.map((held) => title(held, calls)), ...wholes.map((held) => title(held, "")).slice(-1)];
}
