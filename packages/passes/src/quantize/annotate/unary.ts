/**
 * Annotates operators of one argument: those that keep the numbers, those that need quantized ones, and the one that
 * ends the quantized part.
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

/** Outside of the quantized part, a hint has no meaning and is removed. */
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
