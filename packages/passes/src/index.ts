export type { OperatorRule, OperatorRules } from "./annotateTarget.ts";
export type * from "./decisions.ts";
export { notLoaded } from "./diagnostics.ts";
export { findFirstPass } from "./firstPasses.ts";
export { type CompositePattern, type CompositeStep, type CompositeWatcher, compositeSteps } from "./mergeComposite.ts";
export { definePass, type OptionSchema, type Pass, type PassContext, PassFailure, type PassOptions, type PassResult } from "./pass.ts";
export {
  type PipelineOptions,
  type PipelineStep,
  runPipeline,
  runStep,
  type StepResult,
  type StepStatus,
} from "./pipeline.ts";
export { isEnabled } from "./sequence.ts";
