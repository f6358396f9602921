/** A place in the token stream, and what every part of the parser shares: lookahead, texts, diagnostics. */
import { at, type Diagnostic, nearestName, nearestType, type OperatorTable, type Span } from "@relayscope/ir";
import { diagnosticLimit, report } from "../diagnostics.ts";
import { isSpace } from "../lex/characters.ts";
import { type Tokens, tokenKind } from "../lex/tokens.ts";
import type { MentionRecorder } from "./mentions.ts";

export interface Cursor {
  readonly tokens: Tokens;
  readonly operators: OperatorTable;
  /** Number of the token that is read next. */
  at: number;
  /** Set if the rest of a statement cannot be read and is skipped. */
  isLost: boolean;
  readonly diagnostics: Diagnostic[];
  /** Problems beyond the limit. */
  unlisted: number;
  /** Records the meanings of names; undefined if they are not requested. */
  readonly mentions: MentionRecorder | undefined;
}

export function cursor(tokens: Tokens, operators: OperatorTable, mentions?: MentionRecorder): Cursor {
  return { tokens, operators, at: 0, isLost: false, diagnostics: [], unlisted: 0, mentions };
}

/** The kind of the token `ahead` places on. */
export function kindAt(c: Cursor, ahead = 0): number {
  const i = c.at + ahead;
  return i >= 0 && i < c.tokens.count ? at(c.tokens.kinds, i) : tokenKind.end;
}

export function startOf(c: Cursor, token = c.at): number {
  return at(c.tokens.starts, Math.min(token, c.tokens.count - 1));
}

/** Where the newest read token ends. */
export function readEnd(c: Cursor): number {
  return c.at === 0 ? 0 : at(c.tokens.ends, c.at - 1);
}

/** The source text of a token. */
export function tokenText(c: Cursor, token = c.at): string {
  if (token >= c.tokens.count) return "";
  return c.tokens.text.slice(c.tokens.starts[token], c.tokens.ends[token]);
}

/**
 * The name in a token, its sigil left out, line breaks within it healed, a template's braces around parts of it
 * dropped.
 */
export function tokenName(c: Cursor, token = c.at, sigil = 1): string {
  const name = c.tokens.text.slice(at(c.tokens.starts, token) + sigil, c.tokens.ends[token]);
  if (name.includes("{")) return withoutSpaces(name.replace(/[{}]/g, ""));
  return name.includes("\n") ? withoutSpaces(name) : name;
}

/** Whether the token is the bare word `word`. */
export function isWord(c: Cursor, word: string, ahead = 0): boolean {
  const i = c.at + ahead;
  if (kindAt(c, ahead) !== tokenKind.name) return false;
  const start = at(c.tokens.starts, i);
  return at(c.tokens.ends, i) - start === word.length && c.tokens.text.startsWith(word, start);
}

/** Reads the token if it is of that kind. */
export function take(c: Cursor, kind: number): boolean {
  if (kindAt(c) !== kind) return false;
  c.at++;
  return true;
}

/**
 * Reads a token of that kind. If there is none, reports that `what` was expected and skips the rest of the statement.
 */
export function expect(c: Cursor, kind: number, what: string): boolean {
  if (take(c, kind)) return true;
  lose(c, report.expected(tokenSpan(c), what, found(c)));
  return false;
}

export function tokenSpan(c: Cursor, token = c.at): Span {
  const i = Math.min(token, c.tokens.count - 1);
  return { start: at(c.tokens.starts, i), end: at(c.tokens.ends, i) };
}

/** The span from a token's start to the end of the last read token. */
export function spanFrom(c: Cursor, start: number): Span {
  return { start, end: Math.max(start, readEnd(c)) };
}

/** The token at the cursor, for a message; empty at the text's end. */
export function found(c: Cursor): string {
  const text = tokenText(c);
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}

export function say(c: Cursor, problem: Diagnostic): void {
  if (c.diagnostics.length < diagnosticLimit) c.diagnostics.push(problem);
  else c.unlisted++;
}

/** Reports a problem and gives the statement up; one statement reports once. */
export function lose(c: Cursor, problem: Diagnostic): void {
  if (!c.isLost) say(c, problem);
  c.isLost = true;
}

/** The offsets of the last comment with a type before the cursor; undefined if there is none. */
export function typeComment(c: Cursor): Span | undefined {
  const { firstComment, comments, text, count } = c.tokens;
  if (c.at >= count) return undefined;
  for (let i = at(firstComment, c.at + 1) - 1; i >= at(firstComment, c.at); i--) {
    let start = at(comments, 2 * i);
    const end = at(comments, 2 * i + 1);
    while (start < end && isSpace(text.charCodeAt(start))) start++;
    if (end - start > 3 && text.startsWith("ty=", start)) return { start: start + 3, end };
  }
  return undefined;
}

/** A type near to `name`, as `near` has names. */
export function nearType(c: Cursor, name: string, names: Iterable<string> = []): string | undefined {
  return c.diagnostics.length < diagnosticLimit ? nearestType(name, names) : undefined;
}

/** A name similar to `name`. Rarely called, since each call compares all names. */
export function near(c: Cursor, name: string, names: Iterable<string>, nearest = nearestName): string | undefined {
  return c.diagnostics.length < diagnosticLimit ? nearest(name, names) : undefined;
}

export function withoutSpaces(text: string): string {
  let out = "";
  for (const ch of text) if (!isSpace(ch.charCodeAt(0))) out += ch;
  return out;
}
