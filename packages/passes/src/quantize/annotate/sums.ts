/** Annotating what puts values side by side on one scale: add and concatenate. */
import { tuple } from "@relayscope/ir";
import { notATupleOfFields } from "../diagnostics.ts";
import { type AnnotateRule, type AnnotateState, isSkipped, kindByData, operandOf } from "./annotation.ts";

/** An operand from outside is quantized; of two activations the right one is. */
export function add(state: AnnotateState): AnnotateRule {
  return (call, args, held, make) => {
    if (isSkipped(call, state)) return undefined;
    const [left, right] = args.map((arg) => operandOf(arg, held));
    if (!left || !right || (!left.kind && !right.kind)) return undefined;
    let [a, b] = [left.value, right.value];
    if (!left.kind) a = state.attach(a, "input", make);
    else if (!right.kind) b = state.attach(b, kindByData(b), make);
    else if (left.kind === "activation" && right.kind === "activation") b = state.attach(b, "input", make);
    return held.hold({ value: make.over(call, [a, b]), kind: "activation" });
  };
}

/** Quantized if a field comes from the quantized part; the other fields get the bits of activations. */
export function concatenate(state: AnnotateState): AnnotateRule {
  return (call, args, held, make) => {
    if (isSkipped(call, state)) return undefined;
    const [fields] = args;
    if (fields?.kind !== "Tuple") throw notATupleOfFields(call);
    const operands = fields.fields.map((field) => operandOf(field, held));
    if (operands.every(({ kind }) => kind === undefined)) return undefined;
    const values = operands.map(({ value, kind }) => (kind ? value : state.attach(value, "activation", make)));
    return held.hold({ value: make.over(call, [make.record(tuple(values))]), kind: "activation" });
  };
}
