/** The map, apart from the rest: small modules are drawn without it. */
export { fitMap } from "./fitMap.ts";
export { type MapPlan, planMap } from "./plan.ts";
