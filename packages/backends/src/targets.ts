/** All targets, by name. A table is built when it is first asked for, and again each time: targets hold no state. */
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

const makers: ReadonlyMap<string, () => Target> = new Map([
  ["dnnl", dnnl],
  ["tensorrt", tensorrt],
  ["cutlass", cutlass],
  ["cublas", cublas],
  ["cudnn", cudnn],
  ["arm_compute_lib", armComputeLib],
  ["bnns", bnns],
  ["clml", clml],
  ["mrvl", mrvl],
  ["coremlcompiler", coreml],
  ["vitis_ai", vitisAi],
  ["ethos-n", ethosN],
  ["cmsis-nn", cmsisNn],
  ["ethos-u", ethosU],
  ["custom", custom],
]);

/** The names of all targets, in the order in which they are listed. */
export const targetNames: readonly string[] = [...makers.keys()];

/** The target of that name; undefined where there is none. */
export function targetNamed(name: string): Target | undefined {
  return makers.get(name)?.();
}
