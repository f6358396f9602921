/** The inspector's tabs, in their order. Their code comes after the first picture. */

import type { InspectorTab } from "@relayscope/share";
import { type ComponentType, lazy } from "react";

export const selectionPanel = lazy(() => import("./SelectionTab.tsx").then((m) => ({ default: m.SelectionTab })));

export const inspectorTabs: readonly { readonly value: InspectorTab; readonly label: string; readonly Panel: ComponentType }[] = [
  { value: "selection", label: "Selection", Panel: selectionPanel },
  { value: "regions", label: "Regions", Panel: lazy(() => import("./RegionsTab.tsx").then((m) => ({ default: m.RegionsTab }))) },
  { value: "improve", label: "Improve", Panel: lazy(() => import("./ImproveTab.tsx").then((m) => ({ default: m.ImproveTab }))) },
];
