/** Computing one call of an operator on plain typed arrays. */
import type { Call, Type } from "@relayscope/ir";
import type { Kernel, KernelTable, Value } from "./kernel.ts";
import { networks } from "./kernels/networks.ts";
import { pointwise } from "./kernels/pointwise.ts";
import { reductions } from "./kernels/reductions.ts";
import { shapes } from "./kernels/shapes.ts";

const tables: readonly KernelTable[] = [pointwise, shapes, reductions, networks];

/** The kernel of an operator; undefined where there is none. */
export function kernelOf(operator: string): Kernel | undefined {
  for (const table of tables) if (Object.hasOwn(table, operator)) return table[operator];
  return undefined;
}

/** Computes a call on values, given the call's result type; undefined where no kernel can. */
export function evaluateCall(call: Call, args: readonly Value[], result: Type): Value | undefined {
  return call.op.kind === "Op" ? kernelOf(call.op.name)?.(args, call.attrs, result) : undefined;
}
