export { notLoaded } from "./byoc/diagnostics.ts";
export { compositeSteps, mergeCompositeOptions } from "./byoc/mergeComposite.ts";
export { partitioningPasses, standardFlow } from "./byoc/partitioningPasses.ts";
export { type Mergeable, restrictedMerges } from "./byoc/restrictedMerges.ts";
export { emptySet } from "./byoc/restrictionSet.ts";
export { optionsInContext } from "./core/contextOptions.ts";
export type * from "./core/decisions.ts";
export { isTypingFailure } from "./core/diagnostics.ts";
export { typingFailureOf } from "./core/inferType.ts";
export type { AlterCall, Conversion, LayoutConverter, LegalizeCall } from "./core/layoutConverter.ts";
export type { GivenOptions, OptionSchema } from "./core/options.ts";
export {
  ownCheckRaises,
  type Pass,
  type PassContext,
  type PassResult,
  passContext,
  type TargetTables,
  typeUnknown,
  valueUnknown,
} from "./core/pass.ts";
export { type PipelineStep, runPipeline, runStep, type StepResult } from "./core/pipeline.ts";
export type { CompositePattern, OperatorRule, OperatorRules } from "./core/tables.ts";
export { findFirstPass } from "./firstPasses.ts";
export { weightsOf } from "./prepare/bindParameters.ts";
export type { Precision, PrecisionRule } from "./prepare/mixedPrecision.ts";
export { dnnlHeavyOperators } from "./targets/dnnl/heavyOperators.ts";
export { noHeavyWork } from "./targets/noHeavyWork.ts";
