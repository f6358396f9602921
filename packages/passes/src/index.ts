export { notLoaded } from "./byoc/diagnostics.ts";
export { type CompositeStep, type CompositeWatcher, compositeSteps, mergeCompositeOptions } from "./byoc/mergeComposite.ts";
export { partitioningPasses, standardFlow } from "./byoc/partitioningPasses.ts";
export { type Mergeable, restrictedMerges } from "./byoc/restrictedMerges.ts";
export { emptySet } from "./byoc/restrictionSet.ts";
export { optionsInContext } from "./core/contextOptions.ts";
export type * from "./core/decisions.ts";
export { isTypingFailure } from "./core/diagnostics.ts";
export { typingFailureOf } from "./core/inferType.ts";
export type { AlterCall, Conversion, ConvertibleCall, LayoutConverter } from "./core/layoutConverter.ts";
export type { GivenOptions, OptionSchema, OptionType, PatternText } from "./core/options.ts";
export { type Pass, type PassContext, type PassResult, passContext, type TargetTables, typeUnknown, valueUnknown } from "./core/pass.ts";
export {
  type PipelineOptions,
  type PipelineStep,
  runPipeline,
  runStep,
  type StepResult,
  type StepStatus,
} from "./core/pipeline.ts";
export type { CompositePattern, OperatorRule, OperatorRules } from "./core/tables.ts";
export { findFirstPass } from "./firstPasses.ts";
export { weightsOf } from "./prepare/bindParameters.ts";
export { noHeavyWork } from "./targets/noHeavyWork.ts";
