/** `no-rule`: the target has neither a rule nor a pattern for the operator. */
import { nameOf } from "../../names.ts";
import { causeOf } from "../cause.ts";
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
          : lacks,
      blockers: [unit],
      details: operator === undefined ? [] : [{ node: unit, operator }],
    };
  },
};
