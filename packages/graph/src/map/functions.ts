/** Decides which functions of a module share a card if there are many. */
import type { Entry, MapPlan } from "./plan.ts";
import { cardsWithin, contentOf } from "./plan.ts";

type FrameEntry = Entry & { readonly kind: "frame" };

/** Functions that share a card: identical ones, or the rest. */
export interface Functions {
  readonly frames: readonly number[];
  readonly isAlike: boolean;
}

/**
 * Identical functions share a card. The others have cards of their own while there are enough; the rest share the last
 * one.
 */
export function functionCards(
  plan: MapPlan,
  entries: readonly FrameEntry[],
  most: number,
): { readonly functions: readonly Functions[]; readonly alone: ReadonlySet<FrameEntry> } {
  if (most === Number.POSITIVE_INFINITY) return { functions: [], alone: new Set(entries) };
  const byContent = new Map<string, FrameEntry[]>();
  for (const entry of entries) {
    const content = contentOf(plan, entry.frame);
    byContent.set(content, [...(byContent.get(content) ?? []), entry]);
  }
  const alike = [...byContent.values()].filter((list) => list.length > 1 && cardsWithin(plan.scopes, list[0]?.frame ?? -1).length > 0);
  const functions = alike.length < most ? alike.map((list) => ({ frames: list.map(({ frame }) => frame), isAlike: true })) : [];
  const shared = new Set(functions.flatMap(({ frames }) => frames));
  const others = entries.filter((entry) => !shared.has(entry.frame));
  const alone = others.length + functions.length <= most ? others : others.slice(0, Math.max(0, most - functions.length - 1));
  const rest = others.slice(alone.length).map(({ frame }) => frame);
  const isShown = rest.some((frame) => cardsWithin(plan.scopes, frame).length > 0);
  return { functions: [...functions, ...(isShown ? [{ frames: rest, isAlike: false }] : [])], alone: new Set(alone) };
}
