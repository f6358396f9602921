/** The division of the center that is on screen, for links: the receiver sees the same panes. */
import type { PaneMode, Snapshot } from "@relayscope/share";

const divisions: readonly PaneMode[] = ["across", "down", "after"];

/** A snapshot that names the panes on screen, where the page itself chose them. */
export function withShownPanes(snapshot: Snapshot): Snapshot {
  // Nothing is on screen where the state runs without a page.
  if (snapshot.view.panes !== "split" || typeof document === "undefined") return snapshot;
  const shown = document.querySelector<HTMLElement>("main > [data-division]")?.dataset.division;
  const panes = divisions.find((division) => division === shown);
  return panes ? { ...snapshot, view: { ...snapshot.view, panes } } : snapshot;
}
