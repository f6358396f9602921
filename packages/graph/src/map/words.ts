/** What cards say: titles, counts of operators, sizes. */
import type { CardPart, OperatorCount } from "../drawable.ts";

/** Operators with how often each occurs, in order of first appearance. */
export function countOperators(names: readonly string[]): OperatorCount[] {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].map(([name, count]) => ({ name, count }));
}

/** `conv2d ×2, add, relu`. */
export function operatorsText(operators: readonly OperatorCount[]): string {
  return operators
    .map(({ name, count }) => {
      const word = name.replace(/^annotation\./, "");
      return count > 1 ? `${word} ×${count}` : word;
    })
    .join(", ");
}

export function callsText(calls: number): string {
  return `${calls} ${calls === 1 ? "op" : "ops"}`;
}

/** How often runs repeat that stand for each other: `× 3`, `× 2–5`; empty for runs alone. */
export function timesText(counts: readonly number[]): string {
  const [least, most] = [Math.min(...counts), Math.max(...counts)];
  if (most <= 1) return "";
  return least === most ? `× ${most}` : `× ${least}–${most}`;
}

/** What a card is among those that a stack holds: `input` is a variable that stands for itself, `layer` a part of a card. */
export type HeldKind = "region" | "host" | "node" | "input" | "layer";

/** `2 regions, 1 host`: what cards of those kinds are. */
export function heldText(kinds: readonly HeldKind[]): string {
  const count = (wanted: HeldKind) => kinds.reduce((n, kind) => n + (kind === wanted ? 1 : 0), 0);
  const [regions, hosts, nodes, inputs, layers] = [count("region"), count("host"), count("node"), count("input"), count("layer")];
  return [
    inputs > 0 ? `${inputs} ${inputs === 1 ? "input" : "inputs"}` : "",
    regions > 0 ? `${regions} ${regions === 1 ? "region" : "regions"}` : "",
    hosts > 0 ? `${hosts} ${hosts === 1 ? "host" : "hosts"}` : "",
    layers > 0 ? `${layers} ${layers === 1 ? "layer" : "layers"}` : "",
    nodes > 0 ? `${nodes} more` : "",
  ]
    .filter((text) => text !== "")
    .join(", ");
}

/** A line of a stack for one of its cards: `tinyai: conv2d, add`. */
export function partText(part: CardPart): string {
  const operators = operatorsText(part.operators);
  return [part.title, operators].filter((text) => text !== "").join(": ");
}
