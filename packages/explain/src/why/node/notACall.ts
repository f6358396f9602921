/** `scope` and `not-a-call`: nodes without a rule of their own, which belong where their parts belong. */
import { calledOp } from "@relayscope/ir";
import { causeOf } from "../cause.ts";
import { compositeName } from "../ground.ts";
import { partsSentence, scopeSentence } from "../scopeWords.ts";
import type { NodeFinder } from "./nodeAsked.ts";

export const notACall: NodeFinder = {
  codes: ["scope", "not-a-call"],
  find({ ground, unit }) {
    if (unit.kind === "Call" && (calledOp(unit) !== undefined || compositeName(unit) !== undefined)) return undefined;
    const isScope = unit.kind === "Call" || unit.kind === "If" || unit.kind === "Let" || unit.kind === "Match" || unit.kind === "Function";
    return isScope
      ? { ...causeOf("scope", ground.base, ""), sentence: scopeSentence(unit), blockers: [unit] }
      : { ...causeOf("not-a-call", ground.base, ""), sentence: partsSentence(ground, unit), blockers: [unit] };
  },
};
