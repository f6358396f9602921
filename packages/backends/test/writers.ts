import { typeText } from "@relayscope/ir";
import type { PatternWriters } from "@relayscope/match";
import { printExpression } from "@relayscope/text";

/** Expressions and types in patterns, as the recorded tables print them: with the version line. */
export const writers: PatternWriters = {
  printExpr: (e) => printExpression(e),
  printType: (t) => typeText(t),
};
