/**
 * Annotates operators that multiply data by weights: the data is quantized as an input, the weight by its magnitude,
 * and the result is an activation.
 */
import { present } from "@relayscope/ir";
import { quantizedOperands, quantizedWeight } from "../diagnostics.ts";
import { type AnnotateRule, type AnnotateState, asInput, isSkipped, kindByData, operandOf } from "./annotation.ts";

/** Convolutions, and dense layers unless they are all skipped. */
export function weighted(state: AnnotateState): AnnotateRule {
  return (call, args, held, make) => {
    if (isSkipped(call, state)) return undefined;
    const [data, weight] = args;
    if (!data || !weight) return undefined;
    const input = asInput(operandOf(data, held), state, make);
    if (held.of(weight)) throw quantizedWeight(call);
    const value = make.over(call, [input, state.attach(weight, "weight", make)]);
    return held.hold({ value, kind: "activation" });
  };
}

export function dense(state: AnnotateState): AnnotateRule {
  const rule = weighted(state);
  return (...asked) => (state.config.skipsDense ? undefined : rule(...asked));
}

/** Quantized whatever its operands are. */
export function batchMatmul(state: AnnotateState): AnnotateRule {
  return (call, args, held, make) => {
    if (isSkipped(call, state)) return undefined;
    const sides = args.map((arg) => {
      const { value, kind } = operandOf(arg, held);
      return kind === "input" ? value : state.attach(value, kindByData(value), make);
    });
    return held.hold({ value: make.over(call, sides), kind: "activation" });
  };
}

/** Quantized if exactly one side comes from the quantized part. The reference has no rule for two such sides. */
export function multiply(state: AnnotateState): AnnotateRule {
  return (call, args, held, make) => {
    if (isSkipped(call, state)) return undefined;
    const operands = args.map((arg) => operandOf(arg, held));
    const [left, right] = operands;
    if (!left || !right || (!left.kind && !right.kind)) return undefined;
    if (left.kind && right.kind) throw quantizedOperands(call);
    // the quantized side first: the order in which scales are made up
    const inOrder = left.kind ? operands : [right, left];
    const made = new Map(
      inOrder.map((side) => [side, side.kind ? asInput(side, state, make) : state.attach(side.value, kindByData(side.value), make)]),
    );
    const sides = operands.map((side) => present(made.get(side)));
    return held.hold({ value: make.over(call, sides), kind: "activation" });
  };
}
