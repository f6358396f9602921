export { explainModule } from "./explainModule.ts";
export { explainNode } from "./explainNode.ts";
export type { Answer, History, StageView } from "./history.ts";
export { nameOf } from "./names.ts";
