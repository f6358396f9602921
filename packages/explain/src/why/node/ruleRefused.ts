/**
 * `rule-refused`, or `parameter-not-constant` and `type-unknown` if that is the reason: the operator's rule refuses.
 */
import { causeOf } from "../cause.ts";
import { reasonsOf, textsOf } from "../check/refusal.ts";
import { isBindable } from "../pass/parameters.ts";
import { sentences } from "../sentences.ts";
import { asWritten, isTaken } from "./asWritten.ts";
import { bindingSentence, conditionsOf, withSettings } from "./binding.ts";
import type { RefusalFinder } from "./refusalAsked.ts";

export const ruleRefused: RefusalFinder = {
  codes: ["rule-refused", "parameter-not-constant", "type-unknown", "unknown"],
  find({ ground, unit, operator, view }) {
    if (operator === undefined || !Object.hasOwn(view.rules, operator)) return undefined;
    const call = asWritten(ground, unit);
    const asked = Object.hasOwn(view.askedRules, operator) ? view.askedRules[operator] : undefined;
    const refusal = asked?.refusalOf(call);
    const cause = { ...causeOf("rule-refused", ground.base, view.name), blockers: [unit] };
    if (!refusal) {
      return isTaken(call, view)
        ? { ...cause, code: "unknown", sentence: sentences.ruleAccepts(view.name, operator) }
        : { ...cause, sentence: sentences.ruleRefusesSilently(view.name, operator) };
    }
    const { notConstant, isTypeUnknown, settings, raised } = refusal;
    const reasons = reasonsOf(refusal);
    const details = reasons.flatMap((reason) => reason.details);
    const said =
      raised === undefined
        ? sentences.ruleRefuses(view.name, operator, textsOf(reasons))
        : sentences.ruleRaises(view.name, operator, raised);
    const sentence = withSettings(said, refusal);
    const facts = { ...cause, details, settings, evidence: conditionsOf(refusal) };
    if (notConstant && isBindable(ground, notConstant)) {
      return { ...facts, code: "parameter-not-constant", sentence: `${sentence} ${bindingSentence(notConstant)}`, also: ["rule-refused"] };
    }
    return { ...facts, ...(isTypeUnknown ? { code: "type-unknown", also: ["rule-refused"] } : {}), sentence };
  },
};
