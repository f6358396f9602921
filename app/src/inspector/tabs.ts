/** The inspector's tabs, in their order: a new one is an entry here. Their code comes after the first picture. */
import { type ComponentType, lazy } from "react";

export interface InspectorEntry {
  /** What `inspectorTab` of the page's state is while it is shown. */
  readonly value: string;
  readonly label: string;
  readonly Panel: ComponentType;
}

export const inspectorTabs: readonly InspectorEntry[] = [
  { value: "regions", label: "Regions", Panel: lazy(() => import("./RegionsTab.tsx").then((m) => ({ default: m.RegionsTab }))) },
  { value: "node", label: "Node", Panel: lazy(() => import("./NodeTab.tsx").then((m) => ({ default: m.NodeTab }))) },
  { value: "why", label: "Why", Panel: lazy(() => import("./WhyTab.tsx").then((m) => ({ default: m.WhyTab }))) },
  { value: "whatIf", label: "What if", Panel: lazy(() => import("./whatIf/WhatIfTab.tsx").then((m) => ({ default: m.WhatIfTab }))) },
  { value: "numbers", label: "Numbers", Panel: lazy(() => import("./NumbersTab.tsx").then((m) => ({ default: m.NumbersTab }))) },
];
