/**
 * Says where statements, definitions and expressions start, so that something that is not Relay can be skipped. No part
 * of the reference: it reads whole texts only.
 */
import { report } from "../diagnostics.ts";
import { character } from "../lex/characters.ts";
import { tokenKind } from "../lex/tokens.ts";
import { isBinary } from "../parse/binaryOperators.ts";
import { isWord, kindAt, readEnd, say, startOf, tokenName, tokenSpan, tokenText } from "../parse/cursor.ts";
import type { ParseState } from "../parse/parseState.ts";

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
  const next = kindAt(p, 1);
  if (next === tokenKind.temporary) return kindAt(p, 2) === character.equals && isWord(p, "let");
  return next === tokenKind.local && (isWord(p, "let") || isWord(p, "free_var"));
}

/** Whether a definition of a module starts here. */
export function isDefinition(p: ParseState): boolean {
  if (kindAt(p) !== tokenKind.name) return false;
  if (kindAt(p, 1) === tokenKind.global) return isWord(p, "def");
  if (kindAt(p, 1) !== tokenKind.name) return false;
  if (isWord(p, "type"))
    return kindAt(p, 2) === character.openBrace || (kindAt(p, 2) === character.openBracket && kindAt(p, 3) === tokenKind.name);
  return isWord(p, "extern") && isWord(p, "type", 1);
}

/** Whether an expression may start here; prose may not. */
export function canStart(p: ParseState): boolean {
  const kind = kindAt(p);
  if (kind === tokenKind.name) {
    const next = kindAt(p, 1);
    if (next === character.openParenthesis) return !isWord(p, "if") || startsOperand(p, 2);
    if (isSequenceEnd(next) && p.operators.get(tokenText(p))) return true;
    if (p.constructors.has(tokenText(p)) || isWord(p, "True") || isWord(p, "False")) return true;
    if (isWord(p, "fn")) return next === character.openBracket;
    if (isWord(p, "if")) return isBareCondition(p);
    return isWord(p, "match") && next === character.question;
  }
  if (kind === tokenKind.local || kind === tokenKind.temporary || kind === tokenKind.global) return true;
  if (kind === tokenKind.integer || kind === tokenKind.float || kind === tokenKind.meta) {
    const next = kindAt(p, 1);
    if (kind === tokenKind.meta && (next === character.openParenthesis || next === character.dot)) return true;
    return next === character.semicolon || isSequenceEnd(next) || isBinary(next);
  }
  if (kind === character.openParenthesis) return !isAside(p);
  return kind === character.openBrace;
}

/** Whether an operand may start `ahead` tokens on. */
function startsOperand(p: ParseState, ahead: number): boolean {
  const kind = kindAt(p, ahead);
  if (kind !== tokenKind.name) {
    if (kind === character.openParenthesis || kind === character.openBrace) return true;
    return isValueKind(kind) || kind === tokenKind.global || kind === tokenKind.integer || kind === tokenKind.float;
  }
  const next = kindAt(p, ahead + 1);
  if (next === character.openParenthesis || next === character.openBracket) return true;
  const word = tokenText(p, p.at + ahead);
  return words.has(word) || p.operators.get(word) !== undefined || p.constructors.has(word);
}

/** Words of Relay that are alone before something else. */
const words: ReadonlySet<string> = new Set(["True", "False", "let", "fn", "if", "match", "free_var", "return"]);

/** Whether a condition without parentheses is after `if`. */
export function isBareCondition(p: ParseState): boolean {
  return kindAt(p, 1) === tokenKind.local || kindAt(p, 1) === tokenKind.temporary || kindAt(p, 2) === character.openParenthesis;
}

/** Whether a parenthesis opens here that holds words: `(see above)`. */
export function isAside(p: ParseState): boolean {
  if (kindAt(p) !== character.openParenthesis || kindAt(p, 1) !== tokenKind.name) return false;
  return kindAt(p, 2) !== character.equals && !startsOperand(p, 1);
}

/** Whether what looks like an operator of `length` tokens is the start of a remark: `<-- here`. */
export function isRemarkMark(p: ParseState, length: number): boolean {
  const next = kindAt(p, length);
  return next !== character.semicolon && !isSequenceEnd(next) && !startsOperand(p, length);
}

/** Whether the rest of the line, after a value, is a remark of a person: an arrow, words, or an aside. */
export function isRemark(p: ParseState): boolean {
  if (isOnNewLine(p)) return false;
  const kind = kindAt(p);
  if (kind === tokenKind.name) {
    const next = kindAt(p, 1);
    return (
      next !== character.equals && next !== character.openParenthesis && next !== character.dot && !isStatement(p) && !startsOperand(p, 0)
    );
  }
  if (isBinary(kind)) return isRemarkMark(p, 1);
  // `[type=int32]`
  if (kind === character.openBracket) return kindAt(p, 1) === tokenKind.name;
  return kind === tokenKind.arrow || kind === tokenKind.stray || isAside(p) || !relayStarts.has(kind);
}

/** Kinds of tokens that Relay's own text has after values, or may have where it is garbled. */
const relayStarts: ReadonlySet<number> = new Set([...Object.values(tokenKind), ...[..."()[]{},;:.%@\"'"].map((c) => c.charCodeAt(0))]);

/** Whether a line starts here that is surely no Relay: words, marks of a renderer. */
export function isProseLine(p: ParseState): boolean {
  const kind = kindAt(p);
  if (!isOnNewLine(p) || canStart(p) || isWord(p, "return")) return false;
  return kind === tokenKind.name || kind === tokenKind.stray || !relayStarts.has(kind);
}

/** Skips a remark, up to the end of its line, a brace or a statement. */
export function skipRemark(p: ParseState): void {
  const start = startOf(p);
  const first = p.at;
  while (kindAt(p) !== tokenKind.end && kindAt(p) !== character.closeBrace && !isStatement(p)) {
    if (p.at > first && isOnNewLine(p)) break;
    p.at++;
  }
  p.leftOut.push({ start, end: readEnd(p) });
}

export function isOnNewLine(p: ParseState): boolean {
  // Only what is between the two tokens is looked at: a text may be one line.
  return p.tokens.text.slice(readEnd(p), startOf(p)).includes("\n");
}

/**
 * Skips what cannot be read: up to after a `;`, or up to a closing brace, a statement, a definition, or where `isEnd`
 * says so.
 */
export function skipToStatement(p: ParseState, isEnd: (p: ParseState) => boolean = () => false): void {
  p.isLost = false;
  let depth = 0;
  for (;;) {
    const kind = kindAt(p);
    if (kind === tokenKind.end || kind === tokenKind.metadata || kind === tokenKind.version || isStatement(p) || isDefinition(p)) return;
    if (depth === 0 && isEnd(p)) return;
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

/** Whether a call of a known operator on values starts here, as where a fragment starts in the middle of a line. */
export function isOperatorCall(p: ParseState): boolean {
  if (kindAt(p) !== tokenKind.name || kindAt(p, 1) !== character.openParenthesis) return false;
  const isNumber = kindAt(p, 2) === tokenKind.float || kindAt(p, 2) === tokenKind.integer;
  const isValue = isValueKind(kindAt(p, 2)) || (isNumber && kindAt(p, 3) === character.comma && isValueKind(kindAt(p, 4)));
  return isValue && p.operators.get(tokenName(p, p.at, 0)) !== undefined;
}

/** Whether a line starts here that can be a result: a call, a value and the brace after it, a tuple of values. */
function isResultLine(p: ParseState): boolean {
  if (!isOnNewLine(p) && !isBehindMark(p)) return false;
  const kind = kindAt(p);
  const next = kindAt(p, 1);
  if (kind === tokenKind.global) return next === character.openParenthesis;
  if (isValueKind(kind)) return next === character.openParenthesis || next === character.closeBrace || next === character.dot;
  if (kind === character.openParenthesis) return isValueKind(next) && kindAt(p, 2) !== character.equals;
  return isOperatorCall(p);
}

/** Whether only a mark of a diff or of a list is before the cursor on its line. */
function isBehindMark(p: ParseState): boolean {
  const mark = kindAt(p, -1);
  if (mark !== character.plus && mark !== character.minus && mark !== character.star) return false;
  p.at--;
  const isFirst = isOnNewLine(p);
  p.at++;
  return isFirst;
}

function isValueKind(kind: number): boolean {
  return kind === tokenKind.local || kind === tokenKind.temporary || kind === tokenKind.meta;
}

/** Takes down that statements may be missing at the cursor. */
export function noteGap(p: ParseState): void {
  p.gaps++;
  if (kindAt(p) === tokenKind.ellipsis) p.isCut = true;
}

/**
 * Skips something that is not Relay, up to a statement or to what may be the result, and notes that it was left out.
 */
export function leaveOut(p: ParseState): void {
  const start = startOf(p);
  noteGap(p);
  // The token here does not end the skipping.
  p.at++;
  skipToStatement(p, isResultLine);
  p.leftOut.push({ start, end: readEnd(p) });
}

/**
 * After a result: skips to a closing brace or to a statement; false where neither comes before the next definition, or
 * where a brace does.
 */
export function skipBehindResult(p: ParseState): boolean {
  const first = p.at;
  if (first >= p.unresumed.from && first <= p.unresumed.to) return false;
  const isProse = (isOnNewLine(p) && !canStart(p)) || isRemark(p) || kindAt(p) === tokenKind.ellipsis;
  for (;;) {
    const kind = kindAt(p);
    const isResumed = isStatement(p);
    if (kind === character.closeBrace || isResumed) {
      if (isProse) p.leftOut.push({ start: startOf(p, first), end: readEnd(p) });
      else if (!isResumed) say(p, report.expected(tokenSpan(p, first), "`}`", tokenText(p, first)));
      return isResumed;
    }
    if (kind === tokenKind.end || kind === tokenKind.metadata || kind === tokenKind.version || isDefinition(p)) {
      p.unresumed = { from: first, to: p.at };
      p.at = first;
      return false;
    }
    p.at++;
  }
}
