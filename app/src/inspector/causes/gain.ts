/** What a change gains, in a few words. */
import { bytesText, type CauseGain, type CauseLine, type Cure, listed } from "@relayscope/engine";
import { grouped, plural } from "../../ui/format.ts";

/**
 * The first improvement among regions (`134 → 90 regions`), bytes crossing and operators offloaded; then what became
 * worse.
 */
export function gainOf(cure: Pick<Cure, "before" | "after">): string {
  const worse = worseOf(cure);
  return worse.length > 0 ? `${betterOf(cure)}, but ${listed(worse)}` : betterOf(cure);
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

/** The order of the list of causes. */
export function orderText(lines: readonly Pick<CauseLine, "unsized" | "isByDesign">[]): string {
  const isMixed = (of: (line: Pick<CauseLine, "unsized" | "isByDesign">) => boolean) => lines.some(of) && !lines.every(of);
  const sizes = isMixed(({ unsized }) => unsized > 0) ? ", unknown sizes before known ones" : "";
  const last = isMixed(({ isByDesign }) => isByDesign) ? "; last, what the flow does by design" : "";
  return `The costliest first, by bytes crossing${sizes}${last}.`;
}

/**
 * The subject of the first line of the list with the same change, if it makes nothing worse; undefined for that line
 * itself. A larger change of another line does not hide the smaller one.
 */
export function sameChange(
  gains: readonly CauseGain[],
  lines: readonly Pick<CauseLine, "subject" | "code">[],
  at: number,
): string | undefined {
  const own = gains.find(({ line }) => line === at)?.best;
  if (!own || worseOf(own).length > 0) return undefined;
  const first = gains.find(({ best, line }) => line < at && best && editsKey(best) === editsKey(own))?.line;
  const line = first === undefined ? undefined : lines[first];
  return line && (line.subject || line.code);
}

function editsKey({ edits }: Cure): string {
  return edits
    .map((edit) => JSON.stringify(edit))
    .sort()
    .join();
}
