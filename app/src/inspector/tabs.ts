/** The inspector's tabs, in their order. Their code comes after the first picture. */
import type { InspectorTab } from "@relayscope/share";
import type { ComponentType } from "react";
import { part } from "../ui/part.ts";

export const selectionPanel = part(() => import("./SelectionTab.tsx").then((m) => m.SelectionTab));

export const inspectorTabs: readonly { readonly value: InspectorTab; readonly label: string; readonly Panel: ComponentType }[] = [
  { value: "selection", label: "Selection", Panel: selectionPanel },
  { value: "regions", label: "Regions", Panel: part(() => import("./RegionsTab.tsx").then((m) => m.RegionsTab)) },
  { value: "improve", label: "Improve", Panel: part(() => import("./ImproveTab.tsx").then((m) => m.ImproveTab)) },
];
