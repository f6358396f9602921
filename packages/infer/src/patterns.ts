/** Types the patterns of match clauses: the matched value and the variables that they bind. */
import { incompleteType, type Match, type MatchPattern, type Type, type TypeVar, tupleType } from "@relayscope/ir";
import { messages } from "./diagnostics.ts";
import type { Inference } from "./inference.ts";
import { substituteType } from "./substitute.ts";

/**
 * Unifies the type of a pattern with that of the matched value. Its variables have been visited. Follows
 * TypeInferencer::VisitPattern_.
 */
export function visitPattern(inference: Inference, match: Match, pattern: MatchPattern, type: Type): void {
  const { solver } = inference;
  const meet = (expected: Type): Type =>
    solver.unify(type, expected, (m) => inference.report(messages.patternType(match, m.left, m.right, m.detail)));
  switch (pattern.kind) {
    case "PatternWildcard":
      return;
    case "PatternVar":
      solver.unify(inference.typeOf(pattern.variable), type, (m) =>
        inference.report(messages.patternType(match, m.right, m.left, m.detail)),
      );
      return;
    case "PatternTuple": {
      const met = meet(tupleType(pattern.patterns.map(() => incompleteType())));
      pattern.patterns.forEach((inner, i) => {
        const field = met.kind === "TupleType" ? met.fields[i] : undefined;
        visitPattern(inference, match, inner, field ?? solver.unknown());
      });
      return;
    }
    case "PatternConstructor": {
      const { constructor_, patterns } = pattern;
      const data = inference.module.types.get(constructor_.belongTo.name);
      if (!data) inference.report(messages.undefinedType(match, constructor_.belongTo.name));
      const args = (data?.typeParams ?? []).map(() => incompleteType());
      const met: Type = data ? meet({ kind: "TypeCall", func: constructor_.belongTo, args }) : solver.unknown();
      if (constructor_.inputs.length !== patterns.length) {
        inference.report(messages.patternCount(match, constructor_.name, constructor_.inputs.length, patterns.length));
      }
      const map = new Map<TypeVar, Type>();
      if (met.kind === "TypeCall") {
        for (const [i, v] of (data?.typeParams ?? []).entries()) map.set(v, met.args[i] ?? solver.unknown());
      }
      patterns.forEach((inner, i) => {
        const input = constructor_.inputs[i];
        visitPattern(inference, match, inner, input && met.kind === "TypeCall" ? substituteType(input, map) : solver.unknown());
      });
      return;
    }
  }
}
