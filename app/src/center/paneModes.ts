/** The ways to divide the center. */
import type { PaneMode } from "@relayscope/share";
import { withKey } from "../state/commands/shortcuts.ts";

export const paneModes: readonly { readonly mode: PaneMode; readonly label: string }[] = [
  { mode: "split", label: "Best for the picture" },
  { mode: "across", label: withKey("Before and after, side by side", "panes") },
  { mode: "down", label: "Before above after" },
  { mode: "after", label: withKey("One pane", "onePane") },
  { mode: "diff", label: withKey("Text difference", "difference") },
  { mode: "beside", label: withKey("The text next to the picture", "textBeside") },
  { mode: "text", label: withKey("The text instead of the picture", "textAlone") },
];

/** Divisions that show the stage next to the shown one. */
export const needsOther: ReadonlySet<PaneMode> = new Set(["across", "down", "diff"]);
