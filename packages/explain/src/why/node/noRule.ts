/** `no-rule`: the target has neither a rule nor a pattern for the operator. */
import { type Expr, isCallOf } from "@relayscope/ir";
import type { TargetView } from "../../history.ts";
import { nameOf } from "../../names.ts";
import { causeOf } from "../cause.ts";
import { operatorsIn } from "../operatorsNear.ts";
import { isComputedWeight, isQuantizedConstant } from "../pass/parameters.ts";
import { sentences } from "../sentences.ts";
import { bindingSentence } from "./binding.ts";
import type { RefusalFinder } from "./refusalAsked.ts";

export const noRule: RefusalFinder = {
  codes: ["no-rule"],
  find({ ground, unit, operator, view }) {
    const lacks = sentences.noRule(view.name, [operator ?? nameOf(unit)]);
    return {
      ...causeOf("no-rule", ground.base, view.name),
      sentence: isComputedWeight(ground, unit)
        ? `${lacks} ${bindingSentence(unit)}`
        : isQuantizedConstant(unit)
          ? `${lacks} ${sentences.foldQuantized(nameOf(unit))}`
          : isBias(unit) && namesBias(view)
            ? `${lacks} ${sentences.biasOnly(view.name)}`
            : lacks,
      blockers: [unit],
      notes: operator === undefined ? [] : otherForms(operator, view),
      details: operator === undefined ? [] : [{ node: unit, operator }],
    };
  },
};

/** The quantized form of a plain operator, or the plain form of a quantized one, if the target's patterns name it. */
function otherForms(operator: string, { name, table }: TargetView): readonly string[] {
  const plain = operator.replace(/^(qnn|nn)\./, "");
  const forms = operator.startsWith("qnn.") ? [plain, `nn.${plain}`] : [`qnn.${plain}`];
  const named = forms.find((form) => table.some(({ pattern }) => operatorsIn(pattern)?.has(form) === true));
  return named === undefined ? [] : [sentences.otherForm(name, named, named.startsWith("qnn."))];
}

/** Whether a call adds a constant of one axis. Patterns may have `nn.bias_add` for such a call. */
function isBias(unit: Expr): boolean {
  if (!isCallOf(unit, "add")) return false;
  const [, bias] = unit.args;
  return bias?.kind === "Constant" && bias.checkedType?.kind === "TensorType" && bias.checkedType.shape.length === 1;
}

function namesBias({ table }: TargetView): boolean {
  return table.some(({ pattern }) => operatorsIn(pattern)?.has("nn.bias_add") === true);
}
