/** The ways to divide the center. */
import type { PaneMode } from "@relayscope/share";
import { BookOpenText, Columns2, FileDiff, FileText, Rows2, Square } from "lucide-react";
import { withKey } from "../state/commands.ts";

export const paneModes: readonly { readonly mode: PaneMode; readonly icon: typeof Square; readonly label: string }[] = [
  { mode: "across", icon: Columns2, label: withKey("Before and after, side by side", "panes") },
  { mode: "down", icon: Rows2, label: withKey("Before above after", "panes") },
  { mode: "after", icon: Square, label: withKey("One pane", "onePane") },
  { mode: "diff", icon: FileDiff, label: withKey("Text difference", "difference") },
  { mode: "beside", icon: BookOpenText, label: withKey("The text beside the picture", "textBeside") },
  { mode: "text", icon: FileText, label: withKey("The text instead of the picture", "textAlone") },
];

/** Divisions that show the stage beside the shown one. */
export const needsOther: ReadonlySet<PaneMode> = new Set(["across", "down", "diff"]);

export type PaneChoice = (typeof paneModes)[number] & { readonly isOffered: boolean };
