/**
 * Annotating operators of one argument: those that leave numbers as they are, those that ask for quantized ones, and
 * the one that ends it all.
 */
import { nameOf } from "@relayscope/ir";
import { argumentMissing } from "../../core/diagnostics.ts";
import { type AnnotateRule, type AnnotateState, asInput, isSkipped, operandOf } from "./annotation.ts";

/** The result is quantized as the argument is. */
export function identity(state: AnnotateState): AnnotateRule {
  return (call, args, held, make) => {
    if (isSkipped(call, state)) return undefined;
    const given = held.of(args[0]);
    return given && held.hold({ value: make.over(call, [given.value]), kind: given.kind });
  };
}

/** Pooling by maximum: runs on quantized inputs, and its result is one. */
export function maxPool(state: AnnotateState): AnnotateRule {
  return (call, args, held, make) => {
    if (isSkipped(call, state)) return undefined;
    const given = held.of(args[0]);
    return given && held.hold({ value: make.over(call, [asInput(given, state, make)]), kind: "input" });
  };
}

/** A hint outside of the quantized part has no meaning and goes. */
export function castHint(state: AnnotateState): AnnotateRule {
  return (call, args, held, make) => {
    const [data] = args;
    if (!data) throw argumentMissing(nameOf(call), call);
    if (isSkipped(call, state)) return operandOf(data, held).value;
    const given = held.of(data);
    if (!given) return data;
    return held.hold({ value: make.over(call, [asInput(given, state, make)]), kind: "input" });
  };
}

/** Everything after global pooling stays in floating point. */
export function globalPooling(state: AnnotateState): AnnotateRule {
  return (call, args, held, make) => {
    if (isSkipped(call, state)) return undefined;
    const given = held.of(args[0]);
    if (!given) return undefined;
    state.isStopped = true;
    return make.over(call, [given.value]);
  };
}

/** Blocked convolutions are left alone. */
export const leftAlone: AnnotateRule = () => undefined;
