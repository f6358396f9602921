export { fileOf, loadFile } from "./loadFile.ts";
export type { FlowStep, Target, TargetSetting } from "./target.ts";
export { targets } from "./targets.ts";
