export { checkMeaning, type MeaningAnswer, withRandomConstants } from "./checkMeaning.ts";
export { evaluateCall, kernelOf } from "./evaluateCall.ts";
export { typeOfArgument } from "./evaluateModule.ts";
export { fixedPointOf } from "./fixedPoint.ts";
export { blank, isTensor, type Kernel, mostArgwhereAxes, type Value } from "./kernel.ts";
export { readKernelLayout } from "./kernels/convolution.ts";
export { randomNumbers } from "./randomValues.ts";
