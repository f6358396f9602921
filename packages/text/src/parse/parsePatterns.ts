/** Reads the patterns of `match` clauses. Follows ParsePattern in src/relay/parser/parser.cc. */
import type { MatchPattern } from "@relayscope/ir";
import { report } from "../diagnostics.ts";
import { character } from "../lex/characters.ts";
import { tokenKind } from "../lex/tokens.ts";
import { expect, found, isWord, kindAt, lose, say, take, tokenName, tokenSpan } from "./cursor.ts";
import type { ParseState } from "./parseState.ts";
import { globalType, isConstructorName } from "./parseTypes.ts";
import { readVariable } from "./parseVariables.ts";

const depthLimit = 200;

/**
 * `pattern : "_" | local (":" type)? | constructor ("(" pattern,* ")")? | "(" pattern,* ")"`; variables are bound in
 * the scope at hand.
 */
export function parsePattern(p: ParseState, depth = 0): MatchPattern {
  if (depth > depthLimit) {
    lose(p, report.tooDeep(tokenSpan(p)));
    return { kind: "PatternWildcard" };
  }
  const kind = kindAt(p);
  if (kind === tokenKind.local) return { kind: "PatternVar", variable: readVariable(p) };
  if (kind === character.openParenthesis) return { kind: "PatternTuple", patterns: parsePatternList(p, depth) };
  if (isConstructorName(kind)) {
    const token = p.at;
    p.at++;
    if (isWord(p, "_", -1)) return { kind: "PatternWildcard" };
    const name = tokenName(p, token, 0);
    const known = p.constructors.get(name);
    if (known) p.mentions?.add({ kind: "constructor", span: tokenSpan(p, token), isBinding: false, target: known });
    else say(p, report.unknownConstructor(tokenSpan(p, token), name));
    const patterns = kindAt(p) === character.openParenthesis ? parsePatternList(p, depth) : [];
    const made = known ?? {
      kind: "Constructor",
      checkedType: undefined,
      span: undefined,
      name,
      inputs: [],
      belongTo: globalType(p.types, "_"),
    };
    return { kind: "PatternConstructor", constructor_: made, patterns };
  }
  lose(p, report.expected(tokenSpan(p), "a pattern", found(p)));
  return { kind: "PatternWildcard" };
}

function parsePatternList(p: ParseState, depth: number): MatchPattern[] {
  p.at++;
  const patterns: MatchPattern[] = [];
  while (!p.isLost && kindAt(p) !== character.closeParenthesis) {
    patterns.push(parsePattern(p, depth + 1));
    if (!take(p, character.comma) && kindAt(p) !== character.closeParenthesis) break;
  }
  if (!p.isLost) expect(p, character.closeParenthesis, "`)`");
  return patterns;
}
