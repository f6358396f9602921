export {
  type FlowStep,
  type OperatorRule,
  settingValues,
  type Target,
  type TargetPattern,
  type TargetSetting,
} from "./target.ts";
export { targetNamed, targetNames } from "./targets.ts";
