/**
 * `check-refused`, or `parameter-not-constant` and `type-unknown` if that is the reason: the pattern matches, and its
 * check refuses.
 */
import type { Expr } from "@relayscope/ir";
import { nameOf } from "../../names.ts";
import { reasonsOf, textsOf } from "../check/refusal.ts";
import { isBindable } from "../pass/parameters.ts";
import { sentences } from "../sentences.ts";
import { bindingSentence, conditionsOf, withSettings } from "./binding.ts";
import { atBase, callsIn, type TryFinder, tryCause } from "./tryAsked.ts";

export const checkRefused: TryFinder = {
  codes: ["check-refused", "parameter-not-constant", "type-unknown"],
  find(asked) {
    const { ground, unit, target, one } = asked;
    if (one.kind !== "check-refused") return undefined;
    const { entry } = one;
    const calls = callsIn(one);
    const operators = calls.map(nameOf);
    const refusal = entry.asked?.refusalOf(one.root);
    const match = one.members.flatMap((e) => atBase(asked, e));
    if (!refusal) return tryCause(asked, "check-refused", sentences.checkRefusesSilently(entry.name, operators), { match });
    const reasons = reasonsOf(refusal);
    const refusing = refusingNode(refusal.nodes, calls);
    const here = refusing ? atBase(asked, refusing) : [unit];
    // A node that the target already has in a region is not an obstacle: then the refused node itself is the blocker.
    const blockers = here.some((node) => ground.regionOf(ground.unitOf(node))?.target === target) ? [unit] : here;
    const details = reasons
      .flatMap((reason) => reason.details)
      .map((d) => (d.node ? { ...d, node: atBase(asked, d.node)[0] ?? d.node } : d));
    const { raised } = refusal;
    const said =
      raised === undefined
        ? sentences.checkRefuses(entry.name, operators, textsOf(reasons))
        : sentences.checkRaises(entry.name, operators, raised);
    const sentence = withSettings(said, refusal);
    const facts = {
      details,
      settings: refusal.settings,
      evidence: conditionsOf(refusal),
    };
    const { notConstant } = refusal;
    if (notConstant && isBindable(ground, ground.unitOf(atBase(asked, notConstant)[0] ?? notConstant))) {
      const binding = `${sentence} ${bindingSentence(notConstant)}`;
      return tryCause(asked, "parameter-not-constant", binding, { ...facts, also: ["check-refused"] });
    }
    return refusal.isTypeUnknown
      ? tryCause(asked, "type-unknown", sentence, { ...facts, blockers, match, also: ["check-refused"] })
      : tryCause(asked, "check-refused", sentence, { ...facts, blockers, match });
  },
};

/**
 * The call of a match whose values decided. If several nodes were compared, the call that all of them were reached
 * from.
 */
function refusingNode(chains: readonly (readonly Expr[])[], members: readonly Expr[]): Expr | undefined {
  const asked = chains.filter((chain) => chain.some((node) => members.includes(node)));
  const [first] = asked;
  return (
    first?.find((node) => members.includes(node) && asked.every((chain) => chain.includes(node))) ??
    first?.find((node) => members.includes(node))
  );
}
