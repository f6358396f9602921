/** Lists and counts in sentences. */
export { nameOf } from "@relayscope/ir";

/** A list in a sentence: `a`, `b` and 3 more. */
export function listed(names: readonly string[], most = 4): string {
  const shown = names.slice(0, most).map((name) => `\`${name}\``);
  if (names.length > most) return `${shown.join(", ")} and ${names.length - most} more`;
  return shown.length > 1 ? `${shown.slice(0, -1).join(", ")} and ${shown.at(-1)}` : (shown[0] ?? "nothing");
}

/** `1 region`, `2 regions`. */
export function counted(n: number, noun: string): string {
  return `${n} ${noun}${n === 1 ? "" : "s"}`;
}
