/** Tells where statements, definitions and expressions start, so that what is no Relay can be skipped. No part of the reference: it reads whole texts only. */
import { isBinary } from "./binaryOperators.ts";
import { character } from "./characters.ts";
import { isWord, kindAt, readEnd, say, startOf, tokenSpan, tokenText } from "./cursor.ts";
import { report } from "./diagnostics.ts";
import type { ParseState } from "./parseState.ts";
import { tokenKind } from "./tokens.ts";

export function isSequenceEnd(kind: number): boolean {
  return (
    kind === character.closeBrace ||
    kind === character.closeParenthesis ||
    kind === character.comma ||
    kind === character.closeBracket ||
    kind === tokenKind.end ||
    kind === tokenKind.metadata
  );
}

/** Whether a statement that binds starts here. */
export function isStatement(p: ParseState): boolean {
  const kind = kindAt(p);
  if (kind === tokenKind.temporary) return kindAt(p, 1) === character.equals && kindAt(p, 2) !== character.equals;
  if (kind !== tokenKind.name) return false;
  if (kindAt(p, 1) !== tokenKind.local) return false;
  return isWord(p, "let") || isWord(p, "free_var");
}

/** Whether a definition of a module starts here. */
export function isDefinition(p: ParseState): boolean {
  if (kindAt(p) !== tokenKind.name) return false;
  if (kindAt(p, 1) === tokenKind.global) return isWord(p, "def");
  if (kindAt(p, 1) !== tokenKind.name) return false;
  if (isWord(p, "type")) return kindAt(p, 2) === character.openBrace || kindAt(p, 2) === character.openBracket;
  return isWord(p, "extern") && isWord(p, "type", 1);
}

/** Whether an expression may start here; prose may not. */
export function canStart(p: ParseState): boolean {
  const kind = kindAt(p);
  if (kind === tokenKind.name) {
    const next = kindAt(p, 1);
    if (next === character.openParenthesis) return true;
    if (isSequenceEnd(next) && p.operators.get(tokenText(p))) return true;
    if (p.constructors.has(tokenText(p)) || isWord(p, "True") || isWord(p, "False")) return true;
    if (isWord(p, "fn")) return next === character.openBracket;
    return isWord(p, "match") && next === character.question;
  }
  if (kind === tokenKind.local || kind === tokenKind.temporary || kind === tokenKind.global) return true;
  if (kind === tokenKind.integer || kind === tokenKind.float || kind === tokenKind.meta) {
    const next = kindAt(p, 1);
    return next === character.semicolon || isSequenceEnd(next) || isBinary(next);
  }
  return kind === character.openParenthesis || kind === character.openBrace;
}

export function isOnNewLine(p: ParseState): boolean {
  const newline = p.tokens.text.indexOf("\n", readEnd(p));
  return newline >= 0 && newline < startOf(p);
}

/** Skips what cannot be read: up to behind a `;`, or up to a closing brace, a statement or a definition. */
export function skipToStatement(p: ParseState): void {
  p.isLost = false;
  let depth = 0;
  for (;;) {
    const kind = kindAt(p);
    if (kind === tokenKind.end || kind === tokenKind.metadata || kind === tokenKind.version || isStatement(p) || isDefinition(p)) return;
    if (kind === character.semicolon && depth === 0) {
      p.at++;
      return;
    }
    if (kind === character.openBrace) depth++;
    if (kind === character.closeBrace) {
      if (depth === 0) return;
      depth--;
    }
    p.at++;
  }
}

/** Behind a result: skips to a closing brace or to a statement; false where neither comes before the next definition. */
export function skipBehindResult(p: ParseState): boolean {
  const before = p.at;
  let at = p.at;
  for (;;) {
    const kind = kindAt(p);
    if (kind === character.closeBrace) {
      if (at !== p.at || before !== p.at) say(p, report.expected(tokenSpan(p, before), "`}`", tokenText(p, before)));
      return false;
    }
    if (isStatement(p)) return true;
    if (kind === tokenKind.end || kind === tokenKind.metadata || kind === tokenKind.version || isDefinition(p)) {
      p.at = before;
      return false;
    }
    p.at++;
    at = p.at;
  }
}
