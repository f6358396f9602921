/**
 * Reads the statements of a body and its result. Follows ParseExpr and ParseBindingExpr in src/relay/parser/parser.cc.
 */
import { at, type Expr, let_, present, type Span, type Task, tuple, type Var, variable } from "@relayscope/ir";
import { report } from "../diagnostics.ts";
import { character } from "../lex/characters.ts";
import { tokenKind } from "../lex/tokens.ts";
import {
  canStart,
  isDefinition,
  isOnNewLine,
  isProseLine,
  isRemark,
  isSequenceEnd,
  isStatement,
  leaveOut,
  noteGap,
  skipBehindResult,
  skipRemark,
  skipToStatement,
} from "../recover/statements.ts";
import { expect, found, isWord, kindAt, lose, readEnd, say, spanFrom, startOf, take, tokenName, tokenSpan } from "./cursor.ts";
import { hole } from "./parseAtoms.ts";
import { enterScope, leaveScope, markScope, type ParseState, type Temporary } from "./parseState.ts";
import { readValue } from "./parseValues.ts";
import { readBoundVariable, readFreeVariable } from "./parseVariables.ts";
import { isTask } from "./readings.ts";

interface Binding {
  readonly variable: Var;
  readonly value: Expr;
  readonly start: number;
}

/** The part of a sequence that has been read. */
interface Sequence {
  /** Whether text that is not Relay is skipped, as between the braces of a function or in a fragment. */
  readonly isBody: boolean;
  /** The sequence is the value of a statement and ends before its semicolon. */
  readonly isValue: boolean;
  readonly bindings: Binding[];
  readonly made: Temporary[];
  result: Expr | undefined;
}

/** The part of a statement before its value, which determines how the value is bound. */
type Head =
  | { readonly kind: "temporary"; readonly name: string; readonly span: Span }
  | { readonly kind: "let"; readonly bound: Var | undefined; readonly start: number }
  /** `token`: the number of the value's first one. */
  | { readonly kind: "bare"; readonly start: number; readonly token: number };

/**
 * Each `let` starts a scope after it; its own value still belongs to the scope before.
 *
 * `sequence : (temporary "=" value ";" | "let" local (":" type)? "=" value ";" | "free_var" local (":" type)? ";" |
 * value ";")* value` up to a closing bracket or a comma. If the last value is missing, the unused values replace it.
 * `Sequence` describes `isBody` and `isValue`.
 */
export function* readSequence(p: ParseState, isBody: boolean, isValue = false): Task<Expr> {
  const sequence: Sequence = { isBody, isValue, bindings: [], made: [], result: undefined };
  const mark = markScope(p);
  const first = startOf(p);
  const { gaps, isTopNext: isTop } = p;
  p.isTopNext = false;
  for (let head = readHead(p, sequence); head; head = readHead(p, sequence)) {
    const reading = head.kind === "let" && p.isLost ? hole(p) : readValue(p);
    const value = isTask(reading) ? yield reading : reading;
    if (!takeValue(p, sequence, head, value)) break;
  }
  leaveScope(p, mark);
  const { bindings, made, result } = sequence;
  // The reference cannot read texts without semicolons. In texts that it reads, it drops unused values.
  const isKeeping = result && (p.gaps > gaps || !p.hasSemicolons);
  if (isKeeping && !isTop) keepUnused(made, bindings);
  let body = result ?? missingResult(p, made, bindings);
  if (isKeeping && isTop) body = withUnused(p, made, body);
  const end = Math.max(first, readEnd(p));
  for (let i = bindings.length - 1; i >= 0; i--) {
    const { variable: bound, value, start } = at(bindings, i);
    body = let_(bound, value, body, { span: { start, end }, ...(p.trustComments ? { checkedType: body.checkedType } : {}) });
  }
  return body;
}

/**
 * Reads up to the next statement's value: over `free_var` lines, empty statements and something that is not Relay.
 * Undefined where the sequence ends.
 */
function readHead(p: ParseState, { isBody }: Sequence): Head | undefined {
  for (;;) {
    const kind = kindAt(p);
    if (kind === tokenKind.temporary && kindAt(p, 1) === character.equals && kindAt(p, 2) !== character.equals) {
      const head: Head = { kind: "temporary", name: tokenName(p), span: tokenSpan(p) };
      p.at += 2;
      return head;
    }
    if (isWord(p, "let") && kindAt(p, 1) !== character.openParenthesis) return readLetHead(p);
    if (isWord(p, "free_var")) {
      p.at++;
      readFreeVariable(p);
      // Expressions partitioned in a session are shown without the semicolon.
      if (p.isLost || kindAt(p) === character.semicolon || !isOnNewLine(p)) endStatement(p, isBody);
    } else if (kind === character.semicolon) {
      p.at++;
    } else if (isSequenceEnd(kind) || (!isBody && kind === character.bar)) {
      return undefined;
    } else if (isBody && isWord(p, "return")) {
      p.at++;
    } else if (isBody && !canStart(p)) {
      if (kind === tokenKind.version || isDefinition(p)) return undefined;
      leaveOut(p);
    } else return { kind: "bare", start: startOf(p), token: p.at };
  }
}

/** `"let" local (":" type)? "="` */
function readLetHead(p: ParseState): Head {
  const start = startOf(p);
  p.at++;
  const bound = readBoundVariable(p);
  if (!p.isLost && kindAt(p) === character.openParenthesis) skipAsideBeforeEquals(p);
  if (!p.isLost && !take(p, character.colon)) expect(p, character.equals, "`=`");
  return { kind: "let", bound, start };
}

/** Binds a statement's value and reads the statement's end; false where the value ended the sequence. */
function takeValue(p: ParseState, sequence: Sequence, head: Head, value: Expr): boolean {
  const isCut = p.isLost && value === p.cutCall;
  switch (head.kind) {
    case "temporary":
      if (!isCut) bindTemporary(p, sequence, head, value);
      endStatement(p, sequence.isBody);
      return true;
    case "let":
      if (head.bound && !isCut) sequence.bindings.push({ variable: head.bound, value, start: head.start });
      endStatement(p, sequence.isBody);
      enterScope(p);
      return true;
    case "bare":
      return p.isLost ? takeLost(p, sequence, head.token, value) : takeBare(p, sequence, head, value);
  }
}

function bindTemporary(p: ParseState, { made }: Sequence, { name, span }: Extract<Head, { kind: "temporary" }>, value: Expr): void {
  const entry: Temporary = { value, uses: 0 };
  p.mentions?.add({ kind: "temporary", span, isBinding: true, target: entry });
  p.temporaries.set(name, entry);
  made.push(entry);
}

/** Handles an unbound value that could not be read to its end. */
function takeLost(p: ParseState, sequence: Sequence, token: number, value: Expr): boolean {
  if (!sequence.isBody) {
    sequence.result = value;
    return false;
  }
  endStatement(p, true);
  if (p.at === token) p.at++;
  if (isWorthKeeping(value) && value !== p.cutCall) sequence.made.push({ value, uses: 0 });
  return true;
}

/** Handles an unbound value: it is the result, unless a statement follows. */
function takeBare(p: ParseState, sequence: Sequence, { start, token }: Extract<Head, { kind: "bare" }>, value: Expr): boolean {
  p.goodEnd = readEnd(p);
  if (sequence.isValue) {
    sequence.result = value;
    return false;
  }
  if (kindAt(p) === character.semicolon) {
    p.at++;
    if (isSequenceEnd(kindAt(p))) {
      sequence.result = value;
      return false;
    }
    sequence.bindings.push({ variable: variable("", undefined), value, start });
    return true;
  }
  sequence.result = value;
  // A name at the end of the text may be the beginning of another statement's name. Then values that it leaves unused
  // are kept.
  if (sequence.isBody && kindAt(p) === tokenKind.end && p.at === token + 1) noteGap(p);
  if (!sequence.isBody || isSequenceEnd(kindAt(p))) return false;
  // Something follows the result: prose or a log line, and the end after it.
  if (!skipBehindResult(p)) return false;
  noteGap(p);
  sequence.made.push({ value, uses: 0 });
  sequence.result = undefined;
  return true;
}

/** The result of a sequence without one: the unused values, as a tuple if there are several. */
function missingResult(p: ParseState, made: readonly Temporary[], bindings: readonly Binding[]): Expr {
  const unused = made.filter((m) => m.uses === 0).map((m) => m.value);
  if (unused.length === 0 && bindings.length > 0) return present(bindings.at(-1)).variable;
  const span = { start: p.goodEnd, end: p.goodEnd };
  say(p, unused.length === 0 ? report.emptyBody(span) : report.missingResult(span));
  if (unused.length === 1) return at(unused, 0);
  return tuple(unused, { span: spanFrom(p, readEnd(p)) });
}

/**
 * The result of a sequence with gaps, together with unused values: their users may be missing, and nothing in a text is
 * lost.
 */
function withUnused(p: ParseState, made: readonly Temporary[], result: Expr): Expr {
  const unused = made.filter(({ value, uses }) => uses === 0 && value.kind !== "Var" && value !== result).map(({ value }) => value);
  if (unused.length === 0) return result;
  p.hasKept = true;
  return tuple([...unused, result], { span: spanFrom(p, readEnd(p)) });
}

/** As `withUnused`, for a sequence whose result must stay as it is: binds the unused values. */
function keepUnused(made: readonly Temporary[], bindings: Binding[]): void {
  for (const { value, uses } of made) {
    if (uses === 0 && value.kind !== "Var") bindings.push({ variable: variable("", undefined), value, start: value.span?.start ?? 0 });
  }
}

function isWorthKeeping(value: Expr): boolean {
  return (value.kind === "Call" && value.op.kind === "Op") || value.kind === "If" || value.kind === "Match";
}

/** Skips parentheses between a name and its equals sign: `let %y(share: %x) = ...`. */
function skipAsideBeforeEquals(p: ParseState): void {
  const first = p.at;
  const start = startOf(p);
  while (kindAt(p) !== tokenKind.end && kindAt(p) !== character.closeParenthesis && kindAt(p) !== character.semicolon) p.at++;
  if (take(p, character.closeParenthesis) && kindAt(p) === character.equals) p.leftOut.push({ start, end: readEnd(p) });
  else p.at = first;
}

/** Reads the `;` of a statement; where the statement is lost, skips to its end or to the next statement. */
function endStatement(p: ParseState, isBody: boolean): void {
  if (!p.isLost) p.goodEnd = readEnd(p);
  if (!p.isLost && take(p, character.semicolon)) {
    p.goodEnd = readEnd(p);
    return;
  }
  if (!p.isLost) {
    if (kindAt(p) === tokenKind.end || kindAt(p) === character.closeBrace || isStatement(p)) return;
    if (kindAt(p) === tokenKind.ellipsis) {
      noteGap(p);
      p.at++;
      if (isBody && isRemark(p)) skipRemark(p);
      return;
    }
    if (isBody && isRemark(p)) {
      skipRemark(p);
      return;
    }
    if (isBody && isProseLine(p)) return;
    if (isBody && (canStart(p) || isWord(p, "return")) && isOnNewLine(p)) {
      // Before version 0.0.4, and in handwritten texts, statements are separated only by line breaks.
      if (p.hasSemicolons) say(p, report.expected({ start: p.goodEnd, end: p.goodEnd }, "`;`", found(p)));
      return;
    }
    lose(p, report.expected(tokenSpan(p), "`;`", found(p)));
  }
  noteGap(p);
  if (!isBody) return;
  skipToStatement(p);
}
