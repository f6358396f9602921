/** Computing one call of an operator on plain typed arrays. */
import type { Call, Type } from "@relayscope/ir";
import type { Kernel, KernelTable, Value } from "./kernel.ts";
import { activations } from "./kernels/activations.ts";
import { approximations } from "./kernels/approximations.ts";
import { convolutions } from "./kernels/convolution.ts";
import { indexing } from "./kernels/indexing.ts";
import { networks } from "./kernels/networks.ts";
import { normalization } from "./kernels/normalization.ts";
import { pointwise } from "./kernels/pointwise.ts";
import { pooling } from "./kernels/pooling.ts";
import { products } from "./kernels/products.ts";
import { quantization } from "./kernels/quantization.ts";
import { quantizedOperators } from "./kernels/quantized.ts";
import { rearranging } from "./kernels/rearranging.ts";
import { reductions } from "./kernels/reductions.ts";
import { resizing } from "./kernels/resizing.ts";
import { shapes } from "./kernels/shapes.ts";

const tables: readonly KernelTable[] = [
  pointwise,
  shapes,
  reductions,
  networks,
  activations,
  approximations,
  convolutions,
  indexing,
  normalization,
  pooling,
  products,
  quantization,
  quantizedOperators,
  rearranging,
  resizing,
];

const kernels: ReadonlyMap<string, Kernel> = new Map(tables.flatMap((table) => Object.entries(table)));

/** The kernel of an operator; undefined where there is none. */
export function kernelOf(operator: string): Kernel | undefined {
  return kernels.get(operator);
}

/** Computes a call on values, given the call's result type; undefined where no kernel can. */
export function evaluateCall(call: Call, args: readonly Value[], result: Type): Value | undefined {
  return call.op.kind === "Op" ? kernelOf(call.op.name)?.(args, call.attrs, result) : undefined;
}
