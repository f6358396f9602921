/** `no-rule`: the target has neither a rule nor a pattern for the operator. */
import { nameOf } from "../../names.ts";
import { causeOf } from "../cause.ts";
import { sentences } from "../sentences.ts";
import type { RefusalFinder } from "./refusalAsked.ts";

export const noRule: RefusalFinder = {
  codes: ["no-rule"],
  find({ ground, unit, operator, view }) {
    return {
      ...causeOf("no-rule", ground.base, view.name),
      sentence: sentences.noRule(view.name, [operator ?? nameOf(unit)]),
      blockers: [unit],
      details: operator === undefined ? [] : [{ node: unit, operator }],
    };
  },
};
