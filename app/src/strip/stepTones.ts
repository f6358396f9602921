import type { PassStep } from "@relayscope/engine";

/** The state of a decision in a word, and its colors. */
export const stepTones: Readonly<Record<PassStep["state"], { readonly word: string; readonly tone: string }>> = {
  tried: { word: "tried", tone: "bg-hover text-ink-2" },
  matched: { word: "matched", tone: "bg-accent-soft text-accent" },
  refused: { word: "refused", tone: "bg-warn-soft text-warn" },
  merged: { word: "taken", tone: "bg-good-soft text-good" },
};
