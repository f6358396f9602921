export {
  type FlowStep,
  type OperatorRule,
  type SettingValue,
  settingValues,
  type Target,
  type TargetPattern,
  type TargetSetting,
} from "./target.ts";
export { targetNamed, targetNames } from "./targets.ts";
