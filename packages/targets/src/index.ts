/** Targets as Python files: loading them, and what their functions answer. */
export type { Forced } from "@relayscope/python";
export { answerOwnTarget, type OwnTargetAnswer } from "./answers/ownTarget.ts";
export type { FlowModel } from "./flow/flowModel.ts";
export type { FlowStep, RecordedFlow } from "./flow/recordFlow.ts";
export { libraryFile } from "./library/libraryFile.ts";
export { closedFile, isPartOfTvm } from "./load/finder.ts";
export type { GivableName } from "./load/givable.ts";
export {
  type Answered,
  type Asking,
  type CodePlace,
  type FileTarget,
  hintOf,
  type LoadedTarget,
  loadTarget,
  type TracedAnswer,
} from "./load/loadTarget.ts";
export { canBuildModule } from "./load/mainPart.ts";
export { namelessProblem } from "./load/program.ts";
export { type ScriptModule, scriptModule } from "./load/scriptModule.ts";
export type { ScriptTarget } from "./load/scriptTargets.ts";
export { moduleMeant, moduleMissed } from "./load/standIns.ts";
export { readTextsWith } from "./natives/parsing.ts";
