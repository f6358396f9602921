/** Tells where statements, definitions and expressions start, so that what is no Relay can be skipped. No part of the reference: it reads whole texts only. */
import { isWord, kindAt, readEnd, say, startOf, tokenSpan, tokenText } from "./cursor.ts";
import { report } from "./diagnostics.ts";
import type { ParseState } from "./parseState.ts";
import { isBinary } from "./parseValues.ts";
import { tokenKind } from "./tokens.ts";

export function isSequenceEnd(kind: number): boolean {
  return kind === 125 || kind === 41 || kind === 44 || kind === 93 || kind === tokenKind.end || kind === tokenKind.metadata;
}

/** Whether a statement that binds starts here. */
export function isStatement(p: ParseState): boolean {
  const kind = kindAt(p);
  if (kind === tokenKind.temporary) return kindAt(p, 1) === 61 && kindAt(p, 2) !== 61;
  if (kind !== tokenKind.name) return false;
  if (kindAt(p, 1) !== tokenKind.local) return false;
  return isWord(p, "let") || isWord(p, "free_var");
}

/** Whether a definition of a module starts here. */
export function isDefinition(p: ParseState): boolean {
  if (kindAt(p) !== tokenKind.name) return false;
  if (kindAt(p, 1) === tokenKind.global) return isWord(p, "def");
  if (kindAt(p, 1) !== tokenKind.name) return false;
  if (isWord(p, "type")) return kindAt(p, 2) === 123 || kindAt(p, 2) === 91;
  return isWord(p, "extern") && isWord(p, "type", 1);
}

/** Whether an expression may start here; prose may not. */
export function canStart(p: ParseState): boolean {
  const kind = kindAt(p);
  if (kind === tokenKind.name) {
    const next = kindAt(p, 1);
    if (next === 40) return true;
    if (isSequenceEnd(next) && p.operators.get(tokenText(p))) return true;
    if (p.constructors.has(tokenText(p)) || isWord(p, "True") || isWord(p, "False")) return true;
    if (isWord(p, "fn")) return next === 91;
    return isWord(p, "match") && next === 63;
  }
  if (kind === tokenKind.local || kind === tokenKind.temporary || kind === tokenKind.global) return true;
  if (kind === tokenKind.integer || kind === tokenKind.float || kind === tokenKind.meta) {
    const next = kindAt(p, 1);
    return next === 59 || isSequenceEnd(next) || isBinary(next);
  }
  return kind === 40 || kind === 123;
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
    if (kind === 59 && depth === 0) {
      p.at++;
      return;
    }
    if (kind === 123) depth++;
    if (kind === 125) {
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
    if (kind === 125) {
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
