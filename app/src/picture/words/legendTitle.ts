/** What a legend's colors represent, and what its numbers count. */
import type { ColorBy, ViewMode } from "@relayscope/share";
import { colorings } from "../colors/colors.ts";

const units: Readonly<Record<ColorBy, string>> = {
  target: "regions",
  region: "regions",
  // The names of these say what they count.
  cause: "",
  change: "",
  operator: "nodes",
  dtype: "nodes",
};

/** `Target (regions)`, `Why regions end`; on the map nodes are cards. */
export function legendTitle(colorBy: ColorBy, mode: ViewMode): string {
  const unit = units[colorBy];
  return unit === "" ? colorings[colorBy] : `${colorings[colorBy]} (${unit === "nodes" && mode === "map" ? "cards" : unit})`;
}
