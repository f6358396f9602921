/**
 * What files register for operators and passes of the compiler do not read here. A pass that would read it in the
 * reference is refused, since what it makes would differ.
 */
import { type Module, postOrder } from "@relayscope/ir";
import type { Runtime } from "@relayscope/python";
import { NotBuilt } from "../diagnostics.ts";
import { stateOf } from "../host/state.ts";

const stateful = ["TOpIsStateful"];
const fusion = ["TOpPattern"];
const layouts = ["FInferCorrectLayout"];

/** The keys by the passes that read them. */
const readBy: Readonly<Record<string, readonly string[]>> = {
  AlterOpLayout: layouts,
  CanonicalizeCast: fusion,
  CombineParallelBatchMatmul: fusion,
  CombineParallelConv2D: fusion,
  CombineParallelDense: fusion,
  ConvertLayout: layouts,
  DeadCodeElimination: stateful,
  EliminateCommonSubexpr: stateful,
  FakeQuantizationToInteger: ["FTVMFakeQuantizationToInteger", "FTVMOptionalFakeQuantizationToInteger"],
  FoldConstant: [...stateful, "TNonComputational"],
  FuseOps: fusion,
};

/** What the program has changed of what a pass reads: the operators and their keys. */
export function unreadBy(m: Runtime, pass: string): ReadonlyMap<string, string> {
  const { attributes } = stateOf(m);
  const found = new Map<string, string>();
  for (const key of readBy[pass] ?? []) {
    for (const operator of [...attributes.clearedOf(key), ...attributes.under(key).keys()]) found.set(operator, key);
  }
  return found;
}

/** Stops the program where a pass meets an operator of which it would read what the program has changed. */
export function refuseUnread(m: Runtime, pass: string, module: Module): void {
  const unread = unreadBy(m, pass);
  if (unread.size === 0) return;
  for (const f of module.functions.values()) {
    postOrder(f, (e) => {
      const key = e.kind === "Op" ? unread.get(e.name) : undefined;
      if (e.kind === "Op" && key !== undefined) throw new NotBuilt(`${pass} with ${key} of ${e.name}`);
    });
  }
}
