/**
 * What may be at a caret, by the tokens before it: a half-written line has tokens, but no complete parse.
 */
import { at } from "@relayscope/ir";
import { character, type Tokens, tokenKind } from "@relayscope/text";
import type { Range } from "./answers.ts";
import { tokenBefore, tokenTextOf } from "./tokenPlaces.ts";

export type CompletionPlace =
  /** Within a comment or a plain string. */
  | { readonly kind: "nothing" }
  /** After `%` or `@`. */
  | { readonly kind: "local" | "global" }
  /** A type, as after `:` or `->`. */
  | { readonly kind: "type" }
  /** Before a definition. */
  | { readonly kind: "definition" }
  /** A value: what a statement binds, an operand. */
  | { readonly kind: "value" }
  /** An argument or an attribute of a call of `operator`, which has the attributes `written`. */
  | { readonly kind: "argument"; readonly operator: string; readonly written: ReadonlySet<string> }
  /** The value of an attribute. */
  | { readonly kind: "attributeValue"; readonly operator: string; readonly attribute: string; readonly isInString: boolean };

export interface CompletionContext {
  readonly place: CompletionPlace;
  /** The word around the caret, empty where there is none. */
  readonly range: Range;
}

const types = new Set(["Tensor", "fn", "ref"]);

/** The context of a caret. Walks back to the bracket around it, at most over the statement's tokens. */
export function completionContext(tokens: Tokens, offset: number): CompletionContext {
  const here = { start: offset, end: offset };
  if (isInComment(tokens, offset)) return { place: { kind: "nothing" }, range: here };
  const last = tokenBefore(tokens, offset);
  const isWord = last >= 0 && offset <= at(tokens.ends, last);
  const kind = isWord ? at(tokens.kinds, last) : tokenKind.end;
  const word = { start: isWord ? at(tokens.starts, last) : offset, end: isWord ? at(tokens.ends, last) : offset };
  const isLone = kind === tokenKind.stray || (kind === character.at && word.end === offset);
  if (kind === tokenKind.local || kind === tokenKind.temporary || (isLone && tokens.text[word.start] === "%"))
    return { place: { kind: "local" }, range: word };
  if (kind === tokenKind.global || (isLone && tokens.text[word.start] === "@")) return { place: { kind: "global" }, range: word };
  if (kind === tokenKind.string) {
    if (offset === word.end && tokens.text[offset - 1] === '"' && word.end - word.start > 1)
      return { place: { kind: "nothing" }, range: here };
    const place = placeBefore(tokens, last - 1);
    const isValue = place.kind === "attributeValue";
    return { place: isValue ? { ...place, isInString: true } : { kind: "nothing" }, range: { start: word.start + 1, end: word.end - 1 } };
  }
  if (kind === tokenKind.integer || kind === tokenKind.float || kind === tokenKind.meta) return { place: { kind: "nothing" }, range: here };
  if (kind === tokenKind.name) return { place: placeBefore(tokens, last - 1), range: word };
  // A name with a dot at its end, `nn.`, is a word and a dot to the lexer.
  const isDotted = kind === character.dot && last > 0 && tokens.kinds[last - 1] === tokenKind.name && tokens.ends[last - 1] === word.start;
  if (isDotted) return { place: placeBefore(tokens, last - 2), range: { start: at(tokens.starts, last - 1), end: word.end } };
  return { place: placeBefore(tokens, last), range: here };
}

/** What may be after token `last`. */
function placeBefore(tokens: Tokens, last: number): CompletionPlace {
  const kind = last < 0 ? tokenKind.end : at(tokens.kinds, last);
  if (kind === tokenKind.arrow || kind === character.colon) return { kind: "type" };
  const open = openBracket(tokens, last);
  if (open < 0) return { kind: "definition" };
  const mark = tokens.kinds[open];
  const owner = open > 0 && tokens.kinds[open - 1] === tokenKind.name ? tokenTextOf(tokens, open - 1) : undefined;
  if (mark === character.openBracket) return owner !== undefined && types.has(owner) ? { kind: "type" } : { kind: "nothing" };
  if (mark === character.openParenthesis && owner !== undefined && !types.has(owner) && owner !== "if") {
    if (kind === character.equals && tokens.kinds[last - 1] === tokenKind.name && tokens.kinds[last - 2] !== character.equals)
      return { kind: "attributeValue", operator: owner, attribute: tokenTextOf(tokens, last - 1), isInString: false };
    if (kind === character.openParenthesis || kind === character.comma)
      return { kind: "argument", operator: owner, written: writtenAttributes(tokens, open) };
    return { kind: "nothing" };
  }
  return canFollow(kind) ? { kind: "value" } : { kind: "nothing" };
}

/** Whether a value may be after a token of that kind. */
function canFollow(kind: number): boolean {
  return (
    kind !== tokenKind.local &&
    kind !== tokenKind.temporary &&
    kind !== tokenKind.global &&
    kind !== tokenKind.name &&
    kind !== character.closeParenthesis
  );
}

function isOpening(kind: number | undefined): boolean {
  return kind === character.openParenthesis || kind === character.openBracket || kind === character.openBrace;
}

function isClosing(kind: number | undefined): boolean {
  return kind === character.closeParenthesis || kind === character.closeBracket || kind === character.closeBrace;
}

/** The innermost bracket that is open after token `last`, by number; -1 where none is. */
function openBracket(tokens: Tokens, last: number): number {
  let depth = 0;
  for (let i = last; i >= 0; i--) {
    const kind = tokens.kinds[i];
    if (isClosing(kind)) depth++;
    else if (isOpening(kind)) {
      if (depth === 0) return i;
      depth--;
    }
  }
  return -1;
}

function writtenAttributes(tokens: Tokens, open: number): ReadonlySet<string> {
  const names = new Set<string>();
  let depth = 0;
  for (let i = open + 1; i < tokens.count - 1; i++) {
    const kind = tokens.kinds[i];
    if (kind === character.semicolon || kind === character.openBrace || kind === character.closeBrace) break;
    if (isOpening(kind)) depth++;
    else if (isClosing(kind)) {
      if (depth === 0) break;
      depth--;
    } else if (depth === 0 && kind === tokenKind.name && tokens.kinds[i + 1] === character.equals) names.add(tokenTextOf(tokens, i));
  }
  return names;
}

function isInComment(tokens: Tokens, offset: number): boolean {
  const { comments } = tokens;
  let low = 0;
  let high = comments.length / 2 - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const [start, end] = [at(comments, 2 * middle), at(comments, 2 * middle + 1)];
    if (start === 0 && end === 0) high = middle - 1;
    else if (offset < start) high = middle - 1;
    else if (offset > end) low = middle + 1;
    else return true;
  }
  return false;
}
