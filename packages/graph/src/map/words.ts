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

function counted(count: number, one: string): string {
  return `${count} ${one}${count === 1 ? "" : "s"}`;
}

/** How often runs repeat that represent each other: `3 times`, `2–5 times`; empty for runs alone. */
export function timesText(counts: readonly number[]): string {
  const [least, most] = [Math.min(...counts), Math.max(...counts)];
  if (most <= 1) return "";
  return least === most ? `${most} times` : `${least}–${most} times`;
}

/**
 * The kind of a card within a stack: `marked` is not partitioned yet, `input` is a variable that represents itself,
 * `layer` is a part of a card.
 */
export type HeldKind = "region" | "marked" | "host" | "node" | "input" | "layer";

/** `2 regions, 1 host part`: what cards of those kinds are. */
function heldText(kinds: readonly HeldKind[]): string {
  const count = (wanted: HeldKind) => kinds.reduce((n, kind) => n + (kind === wanted ? 1 : 0), 0);
  const [regions, marked, hosts, nodes, inputs, layers] = [
    count("region"),
    count("marked"),
    count("host"),
    count("node"),
    count("input"),
    count("layer"),
  ];
  return [
    inputs > 0 ? counted(inputs, "input") : "",
    regions > 0 ? counted(regions, "region") : "",
    marked > 0 ? `${marked} marked` : "",
    hosts > 0 ? counted(hosts, "host part") : "",
    layers > 0 ? counted(layers, "layer") : "",
    nodes > 0 ? `${nodes} more` : "",
  ]
    .filter((text) => text !== "")
    .join(", ");
}

/**
 * The titles of a stack, longest first: `16 times 2 regions, 1 host part · 96 ops`, `16 times 2 regions · 96 ops`, `16
 * times 2 regions`.
 */
export function stackTitles(run: readonly HeldKind[], times: string, calls: string, name = ""): readonly string[] {
  const regions = run.filter((kind) => kind === "region" || kind === "marked");
  const title = (held: string, calls: string) =>
    [name, [times, held].filter((text) => text !== "").join(" "), calls].filter((text) => text !== "").join(" · ");
  const wholes = [heldText(run), ...(regions.length > 0 && regions.length < run.length ? [heldText(regions)] : [])];
  return [...wholes.map((held) => title(held, calls)), ...wholes.map((held) => title(held, "")).slice(-1)];
}
