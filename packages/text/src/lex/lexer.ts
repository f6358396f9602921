/**
 * The lexer: a text to tokens, in one pass over its characters. It never fails: what no Relay text has becomes a stray
 * token. Follows src/relay/parser/tokenizer.h, and reads more than that: names as frontends make them
 * (`%aten::conv_0.weight`, `%input.1`, `%x-1`), comments whose stars a renderer ate (`/ ty=int32 /`), strings and names
 * that a line break cut.
 */
import { character, isDigit, isLetter, isNameCharacter, isSpace } from "./characters.ts";
import { type TokenSink, type Tokens, tokenKind, tokenSink } from "./tokens.ts";

/** The tokens of `text` from `start` to `end`; comments are next to them. */
export function lex(text: string, start = 0, end = text.length): Tokens {
  const sink = tokenSink(text, start, end);
  const memory: Memory = { lastClose: undefined, isNestingOff: false, strayQuotesUntil: 0 };
  let at = start;
  while (at < end) {
    const c = text.charCodeAt(at);
    if (isSpace(c)) {
      at++;
    } else if (isLetter(c)) {
      at = lexWord(text, at, end, sink);
    } else if (isDigit(c)) {
      at = lexNumber(text, at, at, end, sink);
    } else {
      at = lexMark(text, at, end, sink, memory);
    }
  }
  return sink.finish();
}

/** Results of failed searches, so that no part of a text is searched again and again. */
interface Memory {
  /** The position of the last closing mark of a comment; undefined until it is needed. */
  lastClose: number | undefined;
  /** Set once nested comments did not close: from there on a comment ends at the first closing mark. */
  isNestingOff: boolean;
  /** Quotes before this offset open no string. */
  strayQuotesUntil: number;
}

function lexMark(text: string, at: number, end: number, sink: TokenSink, memory: Memory): number {
  const c = text.charCodeAt(at);
  switch (c) {
    case character.percent:
      if (text.startsWith("%meta[", at)) return lexMeta(text, at + 1, at + 5, end, sink);
      return lexLocal(text, at, end, sink);
    case character.at:
      return lexGlobal(text, at, end, sink);
    case character.quote:
      return lexString(text, at, end, sink, memory);
    case character.apostrophe:
      return lexQuotedWord(text, at, end, sink);
    case character.slash:
      return lexSlash(text, at, end, sink, memory);
    case character.minus:
      return lexMinus(text, at, end, sink);
    case character.hash:
      return lexSection(text, at, end, sink);
    case character.dot:
      return lexDot(text, at, end, sink);
    case character.backquote:
      // Code in the middle of prose.
      return at + 1;
    case character.arrow:
      sink.add(tokenKind.arrow, at, at + 1);
      return at + 1;
    case character.ellipsis:
      sink.add(tokenKind.ellipsis, at, at + 1);
      return at + 1;
    default:
      sink.add(c > 32 && c < 127 ? c : tokenKind.stray, at, at + 1);
      return at + 1;
  }
}

/**
 * The end of a name that starts at `at`. Dots, slashes, hyphens, plus signs and colons belong to it if a name continues
 * after them.
 */
function nameEnd(text: string, at: number, end: number): number {
  let i = at;
  while (i < end) {
    const c = text.charCodeAt(i);
    if (isNameCharacter(c) || c === character.dollar) {
      i++;
      continue;
    }
    const next = i + 1 < end ? text.charCodeAt(i + 1) : 0;
    if (c === character.dot || c === character.slash) {
      if (!isNameCharacter(next)) break;
      i += 2;
    } else if (c === character.minus) {
      const behind = next === character.newline ? skipSpaces(text, i + 1, end) : i + 1;
      if (behind >= end || !isNameCharacter(text.charCodeAt(behind))) break;
      i = behind + 1;
    } else if (c === character.colon) {
      if (next === character.colon && i + 2 < end && isNameCharacter(text.charCodeAt(i + 2))) i += 3;
      else if (isDigit(next)) i += 2;
      else break;
    } else if (c === character.plus) {
      // A target's name in a parameter's: `%c++_0_i0`.
      let behind = i + 1;
      while (behind < end && text.charCodeAt(behind) === character.plus) behind++;
      if (behind >= end || !isLetter(text.charCodeAt(behind))) break;
      i = behind + 1;
    } else if (c === character.semicolon) {
      const stop = jointEnd(text, i, end);
      if (stop === i) break;
      i = stop;
    } else break;
  }
  return i;
}

/**
 * Where the part of a name after a semicolon ends: names of fused TFLite tensors are several,
 * `%conv1/BiasAdd;conv1/Conv2D`. `at` where the semicolon ends a statement: no blank follows it then, and what follows
 * is called, assigned or a keyword.
 */
function jointEnd(text: string, at: number, end: number): number {
  const part = namePart.exec(text.slice(at + 1, Math.min(end, at + 1 + longestPart)))?.[0];
  if (part === undefined || statementWord.test(part)) return at;
  const stop = at + 1 + part.length;
  return stop < end && jointFollowers.has(text.charCodeAt(stop)) ? stop : at;
}

const longestPart = 400;
const namePart = /^[A-Za-z_][\w./-]*(?::\d+)*/;
const statementWord = /^(?:let|if|match|free_var|fn|def|type|ref|ref_read|ref_write)$/;
const jointFollowers = new Set([..." \n,):;.}"].map((c) => c.charCodeAt(0)));

function lexLocal(text: string, at: number, end: number, sink: TokenSink): number {
  const start = nameStart(text, at, end);
  const first = start < end ? text.charCodeAt(start) : 0;
  if (!isDigit(first)) return lexSigil(text, at, end, tokenKind.local, sink);
  let i = start + 1;
  while (i < end && isDigit(text.charCodeAt(i))) i++;
  const c = i < end ? text.charCodeAt(i) : 0;
  const goesOn = isLetter(c) || ((c === character.dot || c === character.slash) && i + 1 < end && isLetter(text.charCodeAt(i + 1)));
  if (goesOn) return lexSigil(text, at, end, tokenKind.local, sink);
  sink.add(tokenKind.temporary, at, i);
  return i;
}

function lexSigil(text: string, at: number, end: number, kind: number, sink: TokenSink): number {
  const start = nameStart(text, at, end);
  let stop = nameEnd(text, start, end);
  while (text.charCodeAt(stop) === character.openBrace) {
    // `%{dtype}_weight`: a part of the name that a template fills in.
    const placeholder = /^\{\w{1,40}\}/.exec(text.slice(stop, Math.min(end, stop + 42)));
    if (!placeholder) break;
    stop = nameEnd(text, stop + placeholder[0].length, end);
  }
  if (stop === start) stop = at + 1;
  sink.add(stop === at + 1 ? tokenKind.stray : kind, at, stop);
  return stop;
}

/**
 * The start of the name after a sigil. If a line break follows the sigil, and a name can be at this place, the name
 * starts in the next line.
 */
function nameStart(text: string, at: number, end: number): number {
  if (
    at + 1 >= end ||
    !isSpace(text.charCodeAt(at + 1)) ||
    !/(?:[(,={;:]|\bdef|\blet|\bfree_var|^)\s*$/.test(text.slice(Math.max(0, at - 12), at))
  )
    return at + 1;
  const start = skipSpaces(text, at + 1, Math.min(end, at + 200));
  return text.slice(at, start).includes("\n") ? start : at + 1;
}

/** Reads a global name. In a name made from a shape, `?` is written `T.Any()`: these brackets are part of the name. */
function lexGlobal(text: string, at: number, end: number, sink: TokenSink): number {
  const start = nameStart(text, at, end);
  let stop = nameEnd(text, start, end);
  if (stop === start) stop = at + 1;
  while (stop + 2 <= end && text.startsWith("()", stop) && text.startsWith("T.Any", stop - 5)) stop = nameEnd(text, stop + 2, end);
  sink.add(stop === at + 1 ? tokenKind.stray : tokenKind.global, at, stop);
  return stop;
}

function lexWord(text: string, at: number, end: number, sink: TokenSink): number {
  let i = at;
  if (text.charCodeAt(i) > 127) {
    // Prose of another script, which may run right into Relay. Only names after a sigil have such letters.
    while (i < end && text.charCodeAt(i) > 127 && isLetter(text.charCodeAt(i))) i++;
    sink.add(tokenKind.name, at, i);
    return i;
  }
  for (;;) {
    while (i < end && text.charCodeAt(i) < 128 && isNameCharacter(text.charCodeAt(i))) i++;
    const c = i < end ? text.charCodeAt(i) : 0;
    const next = i + 1 < end ? text.charCodeAt(i + 1) : 0;
    if ((c === character.dot || c === character.slash) && isLetter(next)) i += 2;
    else if (c === character.colon && next === character.colon && i + 2 < end && isLetter(text.charCodeAt(i + 2))) i += 3;
    else break;
  }
  const cut = i - at <= longestFamily ? cutNameEnd(text, at, i, end) : i;
  if (cut > i) {
    sink.add(tokenKind.name, at, cut);
    return cut;
  }
  if (i - at === 4 && text.startsWith("meta", at)) {
    const bracket = text.charCodeAt(i) === character.newline ? skipSpaces(text, i, end) : i;
    if (text.charCodeAt(bracket) === character.openBracket) return lexMeta(text, at, bracket, end, sink);
  }
  if (text.charCodeAt(i) === character.openParenthesis && text.startsWith("meta.", at)) {
    const stop = oldMetaEnd(text, i, end);
    if (stop > i) {
      sink.add(tokenKind.meta, at, stop);
      return stop;
    }
  }
  if (i - at === 2 && text.charCodeAt(i) === character.equals && text.startsWith("ty", at)) {
    const stop = bareTypeEnd(text, i + 1, end);
    sink.addComment(at, stop);
    return stop;
  }
  sink.add(isSpecialNumber(text, at, i) ? tokenKind.float : tokenKind.name, at, i);
  return i;
}

/** The families of operators, with which their names start. */
const family = /^(?:q?nn|annotation|image|vision|contrib|dyn|dyn\.nn|dyn\.image|device|memory|vm|random|relay(?:\.op(?:\.annotation)?)?)$/;
const longestFamily = 19;
const restOfName = /^\s*\.\s*[a-z_]\w*(?:\.\w+)*(?=\()/;

/** Where an operator's name ends that a line break cut at a dot: `nn.` above `conv2d(`. `stop` where none did. */
function cutNameEnd(text: string, at: number, stop: number, end: number): number {
  const c = text.charCodeAt(stop);
  if ((c !== character.dot && !isSpace(c)) || !family.test(text.slice(at, stop))) return stop;
  const rest = restOfName.exec(text.slice(stop, Math.min(end, stop + 200)));
  return rest?.[0].includes("\n") ? stop + rest[0].length : stop;
}

/**
 * Where a type ends whose comment marks a renderer took away: `%0 = nn.relu(%x) ty=Tensor[(1), float32];`. No attribute
 * is called `ty`.
 */
function bareTypeEnd(text: string, at: number, end: number): number {
  let depth = 0;
  let i = at;
  for (; i < end; i++) {
    const c = text.charCodeAt(i);
    if (c === character.openParenthesis || c === character.openBracket) depth++;
    else if (c === character.closeParenthesis || c === character.closeBracket) {
      if (depth === 0) break;
      depth--;
    } else if (c === character.semicolon || c === character.equals || c === character.openBrace || c === character.closeBrace) break;
    else if (depth === 0 && (c === character.comma || c === character.newline)) break;
  }
  return i;
}

/** Where `(id=12)` ends, as metadata was referred to before version 0.0.4; `at` where it is not there. */
function oldMetaEnd(text: string, at: number, end: number): number {
  if (!text.startsWith("(id=", at)) return at;
  let i = at + 4;
  while (i < end && isDigit(text.charCodeAt(i))) i++;
  return i > at + 4 && i < end && text.charCodeAt(i) === character.closeParenthesis ? i + 1 : at;
}

/** `inf`, `nan` and the same with a float's suffix. */
function isSpecialNumber(text: string, at: number, stop: number): boolean {
  const length = stop - at;
  if (length < 3 || length > 6) return false;
  if (!text.startsWith("inf", at) && !text.startsWith("nan", at)) return false;
  const suffix = text.slice(at + 3, stop);
  return suffix === "" || suffix === "f" || suffix === "f16" || suffix === "f32" || suffix === "f64";
}

/**
 * `meta[type.key][12]`, spaces and line breaks allowed; `meta[type.key]`, as people shorten it; else the word `meta`
 * alone.
 */
function lexMeta(text: string, at: number, bracket: number, end: number, sink: TokenSink): number {
  let i = bracket + 1;
  const limit = Math.min(end, bracket + 200);
  while (i < limit && text.charCodeAt(i) !== character.closeBracket) i++;
  const close = i;
  i = skipSpaces(text, i + 1, end);
  if (i < end && text.charCodeAt(i) === character.openBracket) {
    i = skipSpaces(text, i + 1, end);
    const digits = i;
    while (i < end && isDigit(text.charCodeAt(i))) i++;
    if (i > digits) {
      i = skipSpaces(text, i, end);
      if (i < end && text.charCodeAt(i) === character.closeBracket) {
        sink.add(tokenKind.meta, at, i + 1);
        return i + 1;
      }
    }
  }
  if (close < limit && /^[A-Za-z]\w*(?:\.\w+)+$/.test(text.slice(bracket + 1, close))) {
    sink.add(tokenKind.meta, at, close + 1);
    return close + 1;
  }
  sink.add(tokenKind.name, at, bracket);
  return bracket;
}

/** A number from its first digit on; `at` is where its sign is, if it has one. */
function lexNumber(text: string, at: number, digits: number, end: number, sink: TokenSink): number {
  let i = digits;
  let kind: number = tokenKind.integer;
  while (i < end && isDigit(text.charCodeAt(i))) i++;
  const isIndex = sink.last() === character.dot && sink.lastEnd() === at;
  if (!isIndex) {
    if (text.charCodeAt(i) === character.dot && !isLetter(text.charCodeAt(i + 1)) && text.charCodeAt(i + 1) !== character.dot) {
      kind = tokenKind.float;
      i++;
      while (i < end && isDigit(text.charCodeAt(i))) i++;
    }
    const e = text.charCodeAt(i);
    if (e === 101 || e === 69) {
      const sign = text.charCodeAt(i + 1);
      const exponent = sign === character.minus || sign === character.plus ? i + 2 : i + 1;
      if (isDigit(text.charCodeAt(exponent))) {
        kind = tokenKind.float;
        i = exponent;
        while (i < end && isDigit(text.charCodeAt(i))) i++;
      }
    }
  }
  const suffix = text.charCodeAt(i);
  if (suffix === 102 || suffix === 105 || suffix === 117) {
    // f, i, u
    let stop = i + 1;
    while (stop < end && isDigit(text.charCodeAt(stop))) stop++;
    if (!isNameCharacter(text.charCodeAt(stop)) && (suffix === 102 || stop > i + 1)) {
      if (suffix === 102) kind = tokenKind.float;
      i = stop;
    }
  }
  i = Math.min(i, end);
  sink.add(kind, at, i);
  return i;
}

function lexMinus(text: string, at: number, end: number, sink: TokenSink): number {
  let i = at + 1;
  if (text.charCodeAt(i) === character.greater && i < end) {
    sink.add(tokenKind.arrow, at, i + 1);
    return i + 1;
  }
  while (i < end && text.charCodeAt(i) === character.minus) i++;
  if (i < end && isDigit(text.charCodeAt(i))) return lexNumber(text, at, i, end, sink);
  let stop = i;
  while (stop < end && isNameCharacter(text.charCodeAt(stop))) stop++;
  if (isSpecialNumber(text, i, stop)) {
    sink.add(tokenKind.float, at, stop);
    return stop;
  }
  // Of many in a row the last may still begin something; those before it are looked at once.
  const last = Math.max(at + 1, i - 1);
  for (let sign = at; sign < last; sign++) sink.add(character.minus, sign, sign + 1);
  return last;
}

function lexDot(text: string, at: number, end: number, sink: TokenSink): number {
  if (text.startsWith("...", at)) {
    let i = at + 3;
    while (i < end && text.charCodeAt(i) === character.dot) i++;
    sink.add(tokenKind.ellipsis, at, i);
    return i;
  }
  sink.add(character.dot, at, at + 1);
  return at + 1;
}

/**
 * A string up to its closing quote. A quote without a closing one within four lines is a stray character of surrounding
 * prose.
 */
function lexString(text: string, at: number, end: number, sink: TokenSink, memory: Memory): number {
  let lines = 0;
  let i = at < memory.strayQuotesUntil ? end : at + 1;
  for (; i < end; i++) {
    const c = text.charCodeAt(i);
    if (c === character.quote) {
      if (i - at > 16 && relayWithin.test(text.slice(at, Math.min(i, at + 2_000)))) break;
      sink.add(tokenKind.string, at, i + 1);
      return i + 1;
    }
    if (c === character.backslash) i++;
    else if (c === character.newline && (++lines > 3 || relayLine.test(text.slice(i, i + 120)))) break;
  }
  if (at >= memory.strayQuotesUntil) memory.strayQuotesUntil = i;
  sink.add(tokenKind.stray, at, at + 1);
  return at + 1;
}

/** Signs that a string contains a whole text, as in a program. */
const relayWithin = /def @\w+\(|\bfn \(%|%\d+ = \w/;

/** A line that no string runs into: the quote before it opens a text, as `R"(` of C++ does. */
const relayLine = /^\s*(?:#\[|def @\w|%\d+ = |let %|free_var %)/;

/** `'global.texture'`, as a virtual device prints its memory scope. An apostrophe of prose is a stray character. */
function lexQuotedWord(text: string, at: number, end: number, sink: TokenSink): number {
  let i = at + 1;
  const limit = Math.min(end, at + 200);
  for (; i < limit; i++) {
    const c = text.charCodeAt(i);
    if (c === character.apostrophe) {
      sink.add(tokenKind.string, at, i + 1);
      return i + 1;
    }
    if (!isNameCharacter(c) && c !== character.dot && c !== character.minus && c !== character.slash) break;
  }
  sink.add(tokenKind.stray, at, at + 1);
  return at + 1;
}

function lexSlash(text: string, at: number, end: number, sink: TokenSink, memory: Memory): number {
  const next = at + 1 < end ? text.charCodeAt(at + 1) : 0;
  if (next === character.slash) {
    const stop = lineCommentEnd(text, at + 2, end);
    sink.addComment(at + 2, stop);
    return stop;
  }
  const inside = skipSpaces(text, next === character.star ? at + 2 : at + 1, end);
  if (text.startsWith("ty=", inside)) {
    const close = typeCommentEnd(text, inside + 3, end);
    if (close >= 0) {
      const stars = text.charCodeAt(close - 1) === character.star ? 1 : 0;
      sink.addComment(inside, close - stars);
      return close + 1;
    }
  }
  if (next === character.star) return lexComment(text, at, end, sink, memory);
  sink.add(character.slash, at, at + 1);
  return at + 1;
}

const typedLineComment = /^[ \t]*(?:ty=(?:\w*(?:\[[^\]\n]*\])?|\([^\n]{0,2000}?\))[ \t]*)?(?=[,)])/;

/**
 * Where a comment that starts with `//` ends: at its line's end. Versions before 0.0.3 printed types that way also
 * within calls, so that one of a type alone ends before the comma or the bracket after it, and an empty one before
 * those, too.
 */
function lineCommentEnd(text: string, at: number, end: number): number {
  const typed = typedLineComment.exec(text.slice(at, Math.min(end, at + 2_100)));
  return typed ? at + typed[0].length : lineEnd(text, at, end);
}

/**
 * The slash that closes a type comment; -1 if there is none. A type has no slash and no semicolon, so the slash closes
 * the comment even if the star before it was lost. A comment with more in it than a type ends like any other.
 */
function typeCommentEnd(text: string, at: number, end: number): number {
  for (let i = at; i < end; i++) {
    const c = text.charCodeAt(i);
    if (c === character.slash) return i;
    if (c === character.equals || c === character.semicolon || c === character.openBrace) return -1;
  }
  return -1;
}

/**
 * A comment up to its closing mark. A comment inside (`/*` after a space) must close first. One that never closes ends
 * with its line.
 */
function lexComment(text: string, at: number, end: number, sink: TokenSink, memory: Memory): number {
  memory.lastClose ??= text.lastIndexOf("*/", end - 2);
  if (memory.lastClose < at + 2) {
    const stop = lineEnd(text, at, end);
    sink.addComment(at + 2, stop);
    return stop;
  }
  let depth = 1;
  let firstClose = -1;
  let hasStatement = false;
  for (let i = at + 2; i < end; i++) {
    const c = text.charCodeAt(i);
    if (c === character.semicolon) {
      hasStatement = true;
    } else if (c === character.star && text.charCodeAt(i + 1) === character.slash && i + 1 < end) {
      if (firstClose < 0) firstClose = i;
      depth--;
      if (depth === 0 || memory.isNestingOff) {
        sink.addComment(at + 2, i);
        return i + 2;
      }
      i++;
    } else if (c === character.slash && text.charCodeAt(i + 1) === character.star && isSpace(text.charCodeAt(i - 1))) {
      if (hasStatement && firstClose < 0) {
        // Its closing mark was lost: it ran into the next statement, and the comment that starts here is that one's.
        const stop = lineEnd(text, at, i);
        sink.addComment(at + 2, stop);
        return stop;
      }
      depth++;
      i++;
    }
  }
  memory.isNestingOff = true;
  const close = firstClose < 0 ? lineEnd(text, at, end) : firstClose;
  sink.addComment(at + 2, close);
  return firstClose < 0 ? close : close + 2;
}

/**
 * `#[version = "0.0.5"]`, `#[metadata] {...}`, and comments as Python's: `# ty=int32`, `# the first layer`. Any other
 * `#` is stray.
 */
function lexSection(text: string, at: number, end: number, sink: TokenSink): number {
  const bracket = skipSpaces(text, at + 1, end);
  if (text.charCodeAt(bracket) === character.openBracket && bracket < end) {
    const word = skipSpaces(text, bracket + 1, end);
    const limit = Math.min(end, at + 80);
    let close = word;
    while (close < limit && text.charCodeAt(close) !== character.closeBracket) close++;
    if (close < limit) {
      if (text.startsWith("version", word)) {
        sink.add(tokenKind.version, at, close + 1);
        return close + 1;
      }
      if (text.startsWith("metadata", word)) {
        const stop = jsonEnd(text, close + 1, end);
        sink.add(tokenKind.metadata, close + 1, stop);
        return stop;
      }
    }
  }
  if (text.startsWith("ty=", bracket)) {
    const stop = bareTypeEnd(text, bracket + 3, end);
    sink.addComment(bracket, stop);
    return stop;
  }
  // In a text of one line it may be anywhere, and Relay continues after it.
  const newline = lineEnd(text, at, end);
  if (newline < end && bracket > at + 1) {
    sink.addComment(at + 1, newline);
    return newline;
  }
  sink.add(tokenKind.stray, at, at + 1);
  return at + 1;
}

/** Where a JSON object after `at` ends; `at` where none starts there, the text's end where it is cut. */
function jsonEnd(text: string, at: number, end: number): number {
  const open = skipSpaces(text, at, end);
  if (text.charCodeAt(open) !== character.openBrace || open >= end) return at;
  let depth = 0;
  for (let i = open; i < end; i++) {
    const c = text.charCodeAt(i);
    if (c === character.quote) {
      i++;
      while (i < end && text.charCodeAt(i) !== character.quote) i += text.charCodeAt(i) === character.backslash ? 2 : 1;
    } else if (c === character.openBrace) depth++;
    else if (c === character.closeBrace && --depth === 0) return i + 1;
  }
  return end;
}

function skipSpaces(text: string, at: number, end: number): number {
  let i = at;
  while (i < end && isSpace(text.charCodeAt(i))) i++;
  return i;
}

function lineEnd(text: string, at: number, end: number): number {
  const i = text.indexOf("\n", at);
  return i < 0 || i > end ? end : i;
}
