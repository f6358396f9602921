/** What a legend's colors represent, and what its numbers count. */
import type { ColorBy, ViewMode } from "@relayscope/share";
import { colorings } from "../colors.ts";

const units: Readonly<Record<ColorBy, string>> = {
  target: "regions",
  region: "regions",
  cause: "regions",
  operator: "nodes",
  dtype: "nodes",
  change: "changes",
};

/** `Why regions end (regions)`; on the map nodes are cards. */
export function legendTitle(colorBy: ColorBy, mode: ViewMode): string {
  const unit = units[colorBy];
  return `${colorings[colorBy]} (${unit === "nodes" && mode === "map" ? "cards" : unit})`;
}
