/** `stop-fusion`: the call is `annotation.stop_fusion`, and who put it there. */
import { type Expr, isCallOf, type Type } from "@relayscope/ir";
import { nameOf } from "../../names.ts";
import { causeOf } from "../cause.ts";
import type { Ground } from "../ground.ts";
import { sentences } from "../sentences.ts";
import type { RefusalFinder } from "./refusalAsked.ts";

export const stopFusion: RefusalFinder = {
  codes: ["stop-fusion"],
  find({ ground, unit, operator, view }) {
    const hasRule = operator !== undefined && Object.hasOwn(view.rules, operator);
    if (!isStop(unit) || hasRule) return undefined;
    return {
      ...causeOf("stop-fusion", ground.base, view.name),
      sentence: sentences.stopFusion(view.name, stopOrigin(ground, unit)),
      also: ["no-rule"],
      blockers: [unit],
    };
  },
};

export function isStop(node: Expr): boolean {
  return isCallOf(node, "annotation.stop_fusion");
}

/** Who put a `stop_fusion` there: the pass and its rule, where one of the run did. */
export function stopOrigin(ground: Ground, stop: Expr): string {
  const { history, base } = ground;
  for (const [stage, view] of history.stages.entries()) {
    if (stage > base) break;
    for (const decision of view.decisions) {
      if (decision.kind !== "insertion") continue;
      const then = history.follow(base, stage, stop);
      if (decision.inserted.some((node) => then.includes(node)))
        return sentences.stopPlaced(view.pass, decision.rule, nameOf(decision.for));
    }
  }
  return isQuantized(ground) ? sentences.stopQuantized : sentences.stopWritten;
}

const quantized = new WeakMap<Ground, boolean>();

/** Whether a `stop_fusion` of the module is of integers: quantization puts it before what it keeps in float32 as well. */
function isQuantized(ground: Ground): boolean {
  let known = quantized.get(ground);
  if (known === undefined) {
    known = ground.order.some((node) => isStop(node) && isOfIntegers(node.checkedType));
    quantized.set(ground, known);
  }
  return known;
}

/** Whether a type holds integers: then it is quantization that the value went through. */
function isOfIntegers(type: Type | undefined): boolean {
  if (type?.kind === "TupleType") return type.fields.some(isOfIntegers);
  return type?.kind === "TensorType" && /^u?int/.test(type.dtype);
}
