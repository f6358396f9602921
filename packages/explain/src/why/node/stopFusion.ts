/** `stop-fusion`: the call is `annotation.stop_fusion`. Reports what inserted the call. */
import { type Expr, isCallOf, keptIn, type Type } from "@relayscope/ir";
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
      sentence: `${sentences.stopOnHost(view.name)} ${stopOrigin(ground, unit)}`,
      also: ["no-rule"],
      blockers: [unit],
    };
  },
};

export function isStop(node: Expr): boolean {
  return isCallOf(node, "annotation.stop_fusion");
}

/** The origin of a `stop_fusion`: the pass and its rule, if a pass of the run inserted it. */
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

/**
 * Whether a `stop_fusion` of the module is applied to integers: quantization also inserts one before values that stay
 * in float32.
 */
function isQuantized(ground: Ground): boolean {
  return keptIn(quantized, ground, () => ground.order.some((node) => isStop(node) && isOfIntegers(node.checkedType)));
}

/** Whether a type contains integers, which means that the value was quantized. */
function isOfIntegers(type: Type | undefined): boolean {
  if (type?.kind === "TupleType") return type.fields.some(isOfIntegers);
  return type?.kind === "TensorType" && /^u?int/.test(type.dtype);
}
