/** Targets as Python files: loading them, and what their functions answer. */

export type { Traced } from "@relayscope/python";
export { answerOwnTarget, type OwnTargetAnswer } from "./answers/ownTarget.ts";
export type { FlowModel } from "./flow/flowModel.ts";
export type { FlowStep, RecordedFlow } from "./flow/recordFlow.ts";
export { type Answered, type Asking, type CodePlace, type FileTarget, type LoadedTarget, loadTarget } from "./load/loadTarget.ts";
