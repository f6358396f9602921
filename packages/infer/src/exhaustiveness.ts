/** Whether a match handles every value. Follows src/relay/analysis/match_exhaustion.cc. */
import { type Match, type MatchPattern, type Module, present } from "@relayscope/ir";

type Verdict = "match" | "clash" | "unspecified";

const wildcard: MatchPattern = { kind: "PatternWildcard" };

/** After this many candidates the search stops and counts the rest as handled. */
const limit = 20_000;

/** The patterns that no clause handles; empty if the match is complete. */
export function unmatchedCases(match: Match, module: Module): readonly MatchPattern[] {
  const candidates: MatchPattern[] = [wildcard];
  const failures: MatchPattern[] = [];
  for (let tried = 0; candidates.length > 0 && tried < limit; tried++) {
    const candidate = present(candidates.pop());
    let isHandled = false;
    for (const clause of match.clauses) {
      const verdict = check(clause.pattern, candidate);
      if (verdict === "clash") continue;
      isHandled = true;
      if (verdict === "unspecified") candidates.push(...expand(clause.pattern, candidate, module));
      break;
    }
    if (!isHandled) failures.push(candidate);
  }
  return failures;
}

/** A pattern as the reference prints it. */
export function patternText(pattern: MatchPattern): string {
  switch (pattern.kind) {
    case "PatternWildcard":
      return "_";
    case "PatternVar":
      return `%${pattern.variable.name}`;
    case "PatternConstructor": {
      const inner = pattern.patterns.map(patternText);
      return inner.length === 0 ? pattern.constructor_.name : `${pattern.constructor_.name}(${inner.join(", ")})`;
    }
    case "PatternTuple":
      return `(${pattern.patterns.map(patternText).join(", ")})`;
  }
}

function check(pattern: MatchPattern, candidate: MatchPattern): Verdict {
  switch (pattern.kind) {
    case "PatternWildcard":
    case "PatternVar":
      return "match";
    case "PatternConstructor":
      if (candidate.kind !== "PatternConstructor") return "unspecified";
      if (!isSameConstructor(pattern, candidate)) return "clash";
      return checkAll(pattern.patterns, candidate.patterns);
    case "PatternTuple":
      if (candidate.kind !== "PatternTuple") return "unspecified";
      return checkAll(pattern.patterns, candidate.patterns);
  }
}

function isSameConstructor(a: MatchPattern & { kind: "PatternConstructor" }, b: MatchPattern & { kind: "PatternConstructor" }): boolean {
  return a.constructor_.name === b.constructor_.name && a.constructor_.belongTo.name === b.constructor_.belongTo.name;
}

function checkAll(patterns: readonly MatchPattern[], candidates: readonly MatchPattern[]): Verdict {
  let verdict: Verdict = "match";
  for (let i = 0; i < patterns.length; i++) {
    const inner = check(patterns[i] ?? wildcard, candidates[i] ?? wildcard);
    if (inner === "clash") return "clash";
    if (inner === "unspecified") verdict = "unspecified";
  }
  return verdict;
}

/** The candidate made one step more specific, if the clause needs that. */
function expand(clause: MatchPattern, candidate: MatchPattern, module: Module): readonly MatchPattern[] {
  if (clause.kind === "PatternConstructor") {
    if (candidate.kind === "PatternWildcard") {
      const constructors = module.types.get(clause.constructor_.belongTo.name)?.constructors ?? [];
      return constructors.map((c) => ({ kind: "PatternConstructor", constructor_: c, patterns: c.inputs.map(() => wildcard) }));
    }
    if (candidate.kind !== "PatternConstructor") return [];
    return expandFields(clause.patterns, candidate.patterns, module).map((patterns) => ({ ...candidate, patterns }));
  }
  if (clause.kind === "PatternTuple") {
    if (candidate.kind === "PatternWildcard") return [{ kind: "PatternTuple", patterns: clause.patterns.map(() => wildcard) }];
    if (candidate.kind !== "PatternTuple") return [];
    return expandFields(clause.patterns, candidate.patterns, module).map((patterns) => ({ kind: "PatternTuple", patterns }));
  }
  return [candidate];
}

function expandFields(clauses: readonly MatchPattern[], candidates: readonly MatchPattern[], module: Module): MatchPattern[][] {
  let product: MatchPattern[][] = [[]];
  candidates.forEach((candidate, i) => {
    const values = expand(clauses[i] ?? wildcard, candidate, module);
    product = values.flatMap((value) => product.map((fields) => [...fields, value]));
  });
  return product;
}
