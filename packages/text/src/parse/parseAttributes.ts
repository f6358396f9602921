/**
 * Reads attributes, of calls and of functions. Follows ParseAttrs and ParseAttributeValue in
 * src/relay/parser/parser.cc.
 */
import { type AttrValue, at, type Span } from "@relayscope/ir";
import { report } from "../diagnostics.ts";
import { character } from "../lex/characters.ts";
import { stringValue } from "../lex/strings.ts";
import { tokenKind } from "../lex/tokens.ts";
import { readNumber } from "../print/numbers.ts";
import { type Cursor, found, kindAt, lose, spanFrom, startOf, take, tokenName, tokenSpan, tokenText, withoutSpaces } from "./cursor.ts";

/** One attribute as written. */
export interface WrittenAttribute {
  readonly name: string;
  readonly value: AttrValue;
  readonly nameSpan: Span;
  readonly span: Span;
}

/** Looks up a value of the metadata section; undefined where it is not there or not one an attribute can hold. */
export type MetaAttributes = (type: string, index: number) => AttrValue | undefined;

const depthLimit = 200;

/** Whether an attribute starts here: a name, then a single `=`. */
export function isAttribute(c: Cursor): boolean {
  const kind = kindAt(c);
  return (kind === tokenKind.name || kind === tokenKind.string) && kindAt(c, 1) === character.equals && kindAt(c, 2) !== character.equals;
}

/** `attributes : (name "=" value),*` up to the closing parenthesis or brace, which stays unread. */
export function parseAttributes(c: Cursor, meta: MetaAttributes): WrittenAttribute[] {
  const list: WrittenAttribute[] = [];
  for (;;) {
    if (take(c, tokenKind.ellipsis)) {
      // An ellipsis for omitted attributes.
      take(c, character.comma);
      continue;
    }
    if (c.isLost || !isAttribute(c)) break;
    const nameSpan = tokenSpan(c);
    const name = kindAt(c) === tokenKind.string ? stringValue(tokenText(c)) : tokenName(c, c.at, 0);
    c.at += 2;
    const value = parseAttributeValue(c, meta, 0);
    list.push({ name, value, nameSpan, span: spanFrom(c, nameSpan.start) });
    if (!take(c, character.comma)) break;
  }
  return list;
}

/**
 * `value : number | string | "True" | "False" | "None" | meta | "[" value,* "]" | "(" value,* ")" | "{" (value "="
 * value),* "}" | raw`
 */
function parseAttributeValue(c: Cursor, meta: MetaAttributes, depth: number): AttrValue {
  if (depth > depthLimit) {
    lose(c, report.tooDeep(tokenSpan(c)));
    return null;
  }
  switch (kindAt(c)) {
    case tokenKind.integer:
    case tokenKind.float:
      return numberValue(tokenText(c, c.at++));
    case tokenKind.string:
      return stringValue(tokenText(c, c.at++));
    case tokenKind.meta: {
      const { type, index } = metaReference(tokenText(c));
      if (Number.isNaN(index)) return parseRaw(c);
      c.at++;
      return meta(type, index) ?? { kind: "Meta", type, index };
    }
    case character.openBracket:
      return parseValueList(c, character.closeBracket, meta, depth);
    case character.openParenthesis: {
      const isTuple = c.at;
      const values = parseValueList(c, character.closeParenthesis, meta, depth);
      // `(2)` is 2 in brackets; `(2,)` and `(1, 2)` are lists as Python writes them.
      const hasComma = c.tokens.kinds[c.at - 2] === character.comma;
      return values.length === 1 && !hasComma && c.at - isTuple > 2 ? at(values, 0) : values;
    }
    case character.openBrace:
      // A placeholder that a template fills in.
      if (kindAt(c, 1) === tokenKind.name && kindAt(c, 2) !== character.equals && kindAt(c, 2) !== character.colon) return parseRaw(c);
      return parseDictionary(c, meta, depth);
    case tokenKind.name:
      return parseWordValue(c);
    case tokenKind.stray:
      if (tokenText(c) === '"') return parseCutString(c);
      return parseRaw(c);
    default:
      return parseRaw(c);
  }
}

/** Reads a string without its end: the rest of its line. */
function parseCutString(c: Cursor): AttrValue {
  const start = startOf(c);
  const { text } = c.tokens;
  lose(c, report.expected({ start, end: start + 1 }, 'a closing `"`', ""));
  const newline = text.indexOf("\n", start);
  return text.slice(start + 1, newline < 0 ? undefined : newline);
}

function parseValueList(c: Cursor, close: number, meta: MetaAttributes, depth: number): AttrValue[] {
  c.at++;
  const values: AttrValue[] = [];
  while (!c.isLost && kindAt(c) !== close) {
    if (take(c, tokenKind.ellipsis)) {
      take(c, character.comma);
      // The rest of the call may be cut off.
      c.isLost = kindAt(c) === tokenKind.stray;
      continue;
    }
    values.push(parseAttributeValue(c, meta, depth + 1));
    if (!take(c, character.comma) && kindAt(c) !== close && kindAt(c) !== tokenKind.ellipsis) {
      lose(c, report.expected(tokenSpan(c), `\`${String.fromCharCode(close)}\``, found(c)));
    }
  }
  if (!c.isLost) c.at++;
  return values;
}

function parseDictionary(c: Cursor, meta: MetaAttributes, depth: number): AttrValue {
  c.at++;
  const entries = new Map<string, AttrValue>();
  while (!c.isLost && kindAt(c) !== character.closeBrace) {
    const kind = kindAt(c);
    const key = kind === tokenKind.string ? stringValue(tokenText(c)) : tokenText(c);
    c.at++;
    if (!take(c, character.equals) && !take(c, character.colon)) {
      lose(c, report.expected(tokenSpan(c), "`=`", found(c)));
      break;
    }
    entries.set(key, parseAttributeValue(c, meta, depth + 1));
    if (!take(c, character.comma) && kindAt(c) !== character.closeBrace) lose(c, report.expected(tokenSpan(c), "`}`", found(c)));
  }
  if (!c.isLost) c.at++;
  return { kind: "Dict", entries };
}

function parseWordValue(c: Cursor): AttrValue {
  const next = kindAt(c, 1);
  if (
    next === character.comma ||
    next === character.closeParenthesis ||
    next === character.closeBracket ||
    next === character.closeBrace ||
    next === tokenKind.end
  ) {
    switch (tokenText(c)) {
      case "True":
        c.at++;
        return true;
      case "False":
        c.at++;
        return false;
      case "None":
      case "nullptr":
        c.at++;
        return null;
      default:
    }
  }
  return parseRaw(c);
}

/**
 * Anything else, kept literally up to the next comma or closing bracket: `VirtualDevice(device_type=1)`, `?`, `n + 1`.
 */
function parseRaw(c: Cursor): AttrValue {
  const start = startOf(c);
  const first = c.at;
  let depth = 0;
  for (;;) {
    const kind = kindAt(c);
    if (kind === tokenKind.end || kind === character.semicolon) break;
    if (kind === tokenKind.temporary && kindAt(c, 1) === character.equals) break;
    if (
      depth === 0 &&
      (kind === character.comma || kind === character.closeParenthesis || kind === character.closeBracket || kind === character.closeBrace)
    )
      break;
    if (kind === character.openParenthesis || kind === character.openBracket || kind === character.openBrace) depth++;
    else if (kind === character.closeParenthesis || kind === character.closeBracket || kind === character.closeBrace) depth--;
    c.at++;
  }
  if (c.at === first) {
    lose(c, report.expected(tokenSpan(c), "a value", found(c)));
    return null;
  }
  return { kind: "Raw", text: c.tokens.text.slice(start, c.tokens.ends[c.at - 1]).replace(/(?<!\s)\s*\n\s*/g, " ") };
}

function numberValue(text: string): AttrValue {
  const literal = readNumber(text);
  if (literal.isFloat) {
    const width = literal.width ?? 32;
    // A float of another width prints with it.
    return width === 32 ? { kind: "Float", value: Number(literal.value) } : { kind: "Raw", text };
  }
  const width = literal.width ?? (typeof literal.value === "number" && Math.abs(literal.value) <= 0x80000000 ? 32 : 64);
  if (width === 32 && !literal.isUnsigned) return literal.value;
  return { kind: "Int", value: literal.value, dtype: `${literal.isUnsigned ? "uint" : "int"}${width}` };
}

/**
 * The parts of a token `meta[type][index]`, once written `meta.type(id=index)`. The index is NaN where the text leaves
 * it out.
 */
export function metaReference(text: string): { readonly type: string; readonly index: number } {
  const old = /^meta\.([\w.]+)\(id=(\d+)\)$/.exec(text);
  if (old) return { type: at(old, 1), index: Number(old[2]) };
  const close = text.indexOf("]");
  if (close === text.length - 1) return { type: withoutSpaces(text.slice(text.indexOf("[") + 1, close)), index: Number.NaN };
  const type = withoutSpaces(text.slice(text.indexOf("[") + 1, close));
  return { type, index: Number(text.slice(text.indexOf("[", close) + 1, text.lastIndexOf("]"))) };
}
