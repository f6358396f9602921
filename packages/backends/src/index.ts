export type { FlowStep, OperatorRule, Target, TargetPattern } from "./target.ts";
export { targetNamed, targetNames } from "./targets.ts";
