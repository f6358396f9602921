/** Character classes of Relay's text, by UTF-16 code. */
import { at } from "@relayscope/ir";

export const character = {
  tab: 9,
  newline: 10,
  return: 13,
  space: 32,
  bang: 33,
  quote: 34,
  hash: 35,
  dollar: 36,
  percent: 37,
  ampersand: 38,
  apostrophe: 39,
  openParenthesis: 40,
  closeParenthesis: 41,
  star: 42,
  plus: 43,
  comma: 44,
  minus: 45,
  dot: 46,
  slash: 47,
  zero: 48,
  nine: 57,
  colon: 58,
  semicolon: 59,
  less: 60,
  equals: 61,
  greater: 62,
  question: 63,
  at: 64,
  openBracket: 91,
  backslash: 92,
  closeBracket: 93,
  underscore: 95,
  backquote: 96,
  openBrace: 123,
  bar: 124,
  closeBrace: 125,
  noBreakSpace: 160,
  /** `…` */
  ellipsis: 0x2026,
  /** `→` */
  arrow: 0x2192,
  byteOrderMark: 0xfeff,
} as const;

const letter = 1;
const digit = 2;
const space = 4;

const classes = new Uint8Array(128);
for (let c = 65; c <= 90; c++) classes[c] = letter;
for (let c = 97; c <= 122; c++) classes[c] = letter;
for (let c = 48; c <= 57; c++) classes[c] = digit;
classes[character.underscore] = letter;
for (const c of [9, 10, 11, 12, 13, 32]) classes[c] = space;

/** A letter, `_`, or a letter of another script, but not a space or quotation mark beyond ASCII. */
export function isLetter(c: number): boolean {
  return c < 128 ? classes[c] === letter : c >= 0xc0 && !(c >= 0x2000 && c <= 0x303f) && c !== character.byteOrderMark;
}

export function isDigit(c: number): boolean {
  return c < 128 && classes[c] === digit;
}

export function isNameCharacter(c: number): boolean {
  return c < 128 ? (at(classes, c) & (letter | digit)) !== 0 : isLetter(c);
}

export function isSpace(c: number): boolean {
  return c < 128 ? classes[c] === space : c === character.noBreakSpace || c === character.byteOrderMark || (c >= 0x2000 && c <= 0x200b);
}
