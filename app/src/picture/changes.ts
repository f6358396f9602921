/** How changes between two stages are shown: a sign each, and words. */
import type { GraphAnswer } from "@relayscope/engine";

type Region = GraphAnswer["graph"]["regions"][number];
type Change = NonNullable<Region["change"]>;

export const changeSigns: Readonly<Record<Change, string>> = {
  new: "+",
  gone: "−",
  changed: "~",
  moved: "→",
  merged: "∪",
  split: "÷",
  renamed: "≈",
};

/** What became of a region between the stage shown and the one that it is compared with: `renamed: dnnl 3`, where that one names it so. */
export function changeWords({ change, was }: Pick<Region, "change" | "was">): string {
  if (change === undefined) return "";
  return was ? `${change}: ${was}` : change;
}
