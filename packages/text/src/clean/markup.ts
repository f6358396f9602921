/**
 * Takes off what web pages, terminals and mailers write into a text to show it: tags, entities, color codes, unseen
 * characters, a mail's encoding. Lengths stay, so that offsets stay right; where a word has to close up, its head moves
 * right.
 */
import { filler } from "./cleanText.ts";

/** A terminal's color code, also without its escape character, or with that written out. */
const colorCode = "(?:\\u001b|\\\\u001b|\\\\x1b|\\\\033|\\\\e)\\[[\\d;]*[A-Za-z]|\\[\\d[\\d;]*m";
/** A tag that marks words within a line, as highlighters do to parts of names. */
const inlineTag = "</?(?:span|a|em|strong|b|i|u|font|wbr|mark|tt|samp|kbd|var|ins|del|sub|sup)\\b[^<>\\n]{0,200}>";
/** Characters that no eye sees, within or between words. */
const unseen = "[\\u00ad\\u200b-\\u200f\\u202a-\\u202e\\u2060\\u2066-\\u2069]";
/** A tag that separates the text before it from the text after it. */
const blockTag =
  /<\/?(?:br|pre|code|p|div|td|tr|th|table|tbody|thead|li|ul|ol|blockquote|section|article|html|body|h\d)\b[^<>\n]{0,200}>/gi;

/** The text without markup, as long as it was. */
export function withoutMarkup(text: string): string {
  let out = text;
  if (/=3D["[(\w-]/.test(out)) out = mailDecoded(out);
  for (const taken of [colorCode, unseen, inlineTag]) out = closedUp(out, taken, () => "");
  out = out.replace(blockTag, blank);
  return out.includes("&") ? closedUp(out, entity, (_, name: string) => entityCharacter(name)) : out;
}

/** Writes parts of words another way, so that their heads move right. */
function closedUp(text: string, part: string, written: (part: string, name: string) => string): string {
  const parts = new RegExp(part, "gi");
  if (text.search(parts) < 0) return text;
  return text.replace(new RegExp(`(?:${part}|\\S)+`, "gi"), (run) => {
    const made = run.replace(parts, written);
    // Where a string starts or ends in the run, the padding may be inside the string.
    return made.padStart(run.length, made.split('"').length % 2 === 0 ? filler : " ");
  });
}

/**
 * A mail's source in quoted-printable: `=3D` is an equals sign; an equals sign at a line's end means that the line
 * continues.
 */
function mailDecoded(text: string): string {
  return text
    .replace(/(?<!\S)(\S*)=\r?\n(?=\S)/g, (m, head: string) => "\n".padStart(m.length - head.length) + head)
    .replace(/=([2-7][\dA-F])/g, (_, code: string) => padded(String.fromCharCode(Number.parseInt(code, 16)), 3));
}

const entities = new Map([
  ["gt", ">"],
  ["lt", "<"],
  ["quot", '"'],
  ["apos", "'"],
  ["amp", "&"],
  ["percnt", "%"],
  ["lpar", "("],
  ["rpar", ")"],
  ["lsqb", "["],
  ["lbrack", "["],
  ["rsqb", "]"],
  ["rbrack", "]"],
  ["lcub", "{"],
  ["rcub", "}"],
  ["equals", "="],
  ["ast", "*"],
  ["sol", "/"],
  ["lowbar", "_"],
  ["rarr", "\u2192"],
]);

/** Entities, those of pages that were escaped twice as well. */
const entity = "&(?:amp;)*([a-z]{2,6}|#\\d{1,6}|#x[\\da-f]{1,6});";

/** The character of an entity's name or number; a space if Relay does not have the character. */
function entityCharacter(name: string): string {
  if (!name.startsWith("#")) return entities.get(name.toLowerCase()) ?? " ";
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
  return code > 31 && code < 127 ? String.fromCharCode(code) : " ";
}

export function padded(character: string, length: number): string {
  return character + filler.repeat(length - character.length);
}

/** As many spaces as the text has characters. */
export function blank(text: string): string {
  return " ".repeat(text.length);
}
