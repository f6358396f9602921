export { evaluateCall, kernelOf } from "./evaluateCall.ts";
export { blank, isTensor, type Kernel, type Value } from "./kernel.ts";
