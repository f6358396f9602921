/** What a change gains, in a few words. */
import { bytesText, type Cure, listed } from "@relayscope/engine";
import { grouped, plural } from "../../ui/format.ts";

/**
 * The first improvement among regions (`134 → 90 regions`), bytes crossing and operators offloaded; then what became
 * worse.
 */
export function gainOf(cure: Pick<Cure, "before" | "after">): string {
  return [betterOf(cure), ...worseOf(cure)].join(", but ");
}

/** What a change makes worse, a few words each; empty if it makes nothing worse. */
export function worseOf({ before, after }: Pick<Cure, "before" | "after">): readonly string[] {
  return [
    ...(after.regions > before.regions ? [`${grouped(before.regions)} → ${plural(after.regions, "region")}`] : []),
    ...(after.bytes > before.bytes ? [`${bytesText(before.bytes)} → ${bytesText(after.bytes)} crossing`] : []),
    ...(after.offloaded < before.offloaded ? [`${grouped(before.offloaded)} → ${plural(after.offloaded, "operator")} offloaded`] : []),
  ];
}

/** A note that a change for a cause includes operators that other causes need; undefined if it includes none. */
export function beyondText(others: readonly string[]): string | undefined {
  if (others.length === 0) return undefined;
  const names = others.map((name) => `\`${name}\``);
  return `${listed(names)} ${names.length > 1 ? "are" : "is"} not part of this cause, and the numbers count ${names.length > 1 ? "them" : "it"}, too.`;
}

function betterOf({ before, after }: Pick<Cure, "before" | "after">): string {
  if (after.regions < before.regions) return `${grouped(before.regions)} → ${plural(after.regions, "region")}`;
  if (after.bytes < before.bytes) {
    const [now, then] = [bytesText(before.bytes), bytesText(after.bytes)];
    return now === then ? `${bytesText(before.bytes - after.bytes)} less crossing` : `${now} → ${then} crossing`;
  }
  if (after.offloaded > before.offloaded) return `${grouped(before.offloaded)} → ${plural(after.offloaded, "operator")} offloaded`;
  return "no more than that";
}
