/** All targets, by name. */
import { armComputeLib } from "./armComputeLib.ts";
import { bnns } from "./bnns.ts";
import { clml } from "./clml.ts";
import { cmsisNn } from "./cmsisNn.ts";
import { coreml } from "./coreml.ts";
import { cublas } from "./cublas.ts";
import { cudnn } from "./cudnn.ts";
import { custom } from "./custom.ts";
import { cutlass } from "./cutlass.ts";
import { dnnl } from "./dnnl.ts";
import { ethosN } from "./ethosN.ts";
import { ethosU } from "./ethosU.ts";
import { mrvl } from "./mrvl.ts";
import type { Target } from "./target.ts";
import { tensorrt } from "./tensorrt.ts";
import { vitisAi } from "./vitisAi.ts";

/** All targets, in the order in which they are listed. */
export const targets: readonly Target[] = [
  dnnl,
  tensorrt,
  cutlass,
  cublas,
  cudnn,
  armComputeLib,
  bnns,
  clml,
  mrvl,
  coreml,
  vitisAi,
  ethosN,
  cmsisNn,
  ethosU,
  custom,
];
