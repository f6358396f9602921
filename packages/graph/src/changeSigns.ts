import type { ChangeKind } from "./drawable.ts";

/** A sign for each kind of change. */
export const changeSigns: Readonly<Record<ChangeKind, string>> = {
  new: "+",
  gone: "−",
  changed: "~",
  moved: "→",
  merged: "∪",
  split: "÷",
  renamed: "≈",
  extracted: "↗",
};
