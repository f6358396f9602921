/** The refusals of a call by the examined targets: for each the closest to acceptance, and of those the first. */
import { calledOp } from "@relayscope/ir";
import type { TargetView } from "../../history.ts";
import { nameOf } from "../../names.ts";
import { alsoOf, type Cause, causeOf } from "../cause.ts";
import type { CauseCode } from "../causes.ts";
import { compositeName } from "../ground.ts";
import { sentences } from "../sentences.ts";
import { asWritten, isTaken, takesNothing } from "./asWritten.ts";
import { noArguments } from "./noArguments.ts";
import { type NodeAsked, type NodeFinder, targetsAsked } from "./nodeAsked.ts";
import { noRule } from "./noRule.ts";
import { patternTried } from "./patternTried.ts";
import { rankOf } from "./ranks.ts";
import type { RefusalAsked } from "./refusalAsked.ts";
import { ruleRefused } from "./ruleRefused.ts";
import { stopFusion } from "./stopFusion.ts";
import { unmatchedPattern } from "./unmatchedPattern.ts";

export const refused: NodeFinder = {
  codes: [
    ...stopFusion.codes,
    ...unmatchedPattern.codes,
    ...patternTried.codes,
    ...ruleRefused.codes,
    ...noArguments.codes,
    ...noRule.codes,
  ],
  find(asked) {
    const { ground, unit, target } = asked;
    const answers = targetsAsked(ground, target).flatMap((view) => answerOf(asked, view) ?? []);
    const [best] = answers.toSorted((a, b) => rankOf(a.code) - rankOf(b.code));
    return best ?? { ...causeOf("unknown", ground.base, target), sentence: sentences.noReasonKnown(nameOf(unit)) };
  },
};

/**
 * The reason why one target refuses a unit; for another target's composite, the part of it that this target does not
 * support.
 */
function answerOf(asked: NodeAsked, view: TargetView): Cause | undefined {
  const { ground, unit } = asked;
  const isWhole = compositeName(unit) === undefined;
  if (!isWhole && takesNothing(unit)) return noArguments.find({ ...asked, view, operator: undefined });
  const call = isWhole ? unit : ground.callsOf(unit).find((inner) => !isTaken(asWritten(ground, inner), view));
  return call && refusalOf({ ...asked, unit: call, view, operator: calledOp(call) });
}

function refusalOf(asked: RefusalAsked): Cause | undefined {
  const rule = ruleRefused.find(asked);
  const pattern = patternTried.find(asked) ?? unmatchedPattern.find(asked);
  const nothing = noArguments.find(asked);
  // No rule can take the call, but a match that contains it can.
  if (nothing) return pattern ? { ...pattern, also: alsoOf(pattern.code, pattern.also, [nothing.code]) } : nothing;
  const stop = stopFusion.find(asked);
  if (stop) return { ...stop, also: alsoOf(stop.code, stop.also, pattern ? [pattern.code] : []) };
  const found = [pattern, rule].filter((c): c is Cause => c !== undefined).sort((a, b) => rankOf(a.code) - rankOf(b.code));
  const [first] = found;
  if (!first) return noRule.find(asked);
  const lacksRule: readonly CauseCode[] = rule || first.code === "check-refused" || first.also.includes("check-refused") ? [] : ["no-rule"];
  return { ...first, also: alsoOf(first.code, first.also, ...found.map((c) => [c.code, ...c.also]), lacksRule) };
}
