/** The map, apart from the rest: small modules are drawn without it. */
export type { PlacedGraph } from "../layout/along/placedGraph.ts";
export { drawnLayout } from "../layout/drawnLayout.ts";
export { cardChanges } from "./cardChanges.ts";
export { type FittedMap, fitMap } from "./fitMap.ts";
export { type MapPlan, planMap } from "./plan.ts";
