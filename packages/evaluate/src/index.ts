export {
  type CheckOptions,
  checkMeaning,
  type MeaningAnswer,
  type MeaningDifference,
  withRandomConstants,
} from "./checkMeaning.ts";
export { evaluateCall, kernelOf } from "./evaluateCall.ts";
export { type Evaluation, type EvaluationOptions, type RuntimeValue, typeOfArgument } from "./evaluateModule.ts";
export { type FixedPoint, fixedPointOf } from "./fixedPoint.ts";
export { blank, isTensor, type Kernel, type Value } from "./kernel.ts";
