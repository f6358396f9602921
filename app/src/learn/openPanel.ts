/** Opens the panels that the steps of a lesson name. */
import type { Panel } from "@relayscope/lessons";
import type { InspectorTab } from "@relayscope/share";
import type { Page } from "../state/page.ts";

/** The tab of the inspector that a lesson opens by this name; undefined for the editor's tabs. */
export function inspectorTabOf(open: Panel | undefined): InspectorTab | undefined {
  if (open === "selection" || open === "regions") return open;
  return open === "why" ? "improve" : undefined;
}

/**
 * Opens the panel of the latest step that names one. A narrow window shows one part at a time: the text if the step
 * itself opens it, else the picture, with the inspector below it.
 */
export function openPanel({ actions }: Page, open: Panel | undefined, own: Panel | undefined): void {
  const tab = inspectorTabOf(open);
  if (open === "relay" || open === "pipeline" || open === "target" || open === "outline") actions.showLeft(open);
  else if (open !== undefined) actions.setPreferences({ isLeftOpen: false });
  if (tab) actions.showInspector(tab);
  actions.showPart(own === "relay" || own === "pipeline" || own === "target" ? "text" : "picture");
  if (tab) actions.setDrawer(true);
}
