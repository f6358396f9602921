/** Finds where further modules start in a text, without parsing them. */
import { present } from "@relayscope/ir";
import { character } from "../lex/characters.ts";
import { type Tokens, tokenKind } from "../lex/tokens.ts";
import { type CleanText, isBlankedBetween } from "./cleanText.ts";

/**
 * Offsets where dumps start from token `at` on: version lines, bare functions, definitions of @main or of what is right
 * before it.
 */
export function laterDumps(tokens: Tokens, at: number, clean: CleanText): number[] {
  const { kinds, starts, ends, text } = tokens;
  const found: number[] = [];
  let depth = 0;
  /** Whether a version line announced the next dump. */
  let isOpen = false;
  let isInHeader = false;
  /** The first of the definitions that follow each other; none after an @main, whose helpers they are. */
  let first: number | undefined;
  let isBehindMain = false;
  for (let i = at; i < tokens.count; i++) {
    const kind = kinds[i];
    const start = present(starts[i]);
    const isWord = kind === tokenKind.name && depth === 0;
    if (kind === character.openBrace) {
      depth++;
      isInHeader = false;
    } else if (kind === character.closeBrace) {
      depth = Math.max(0, depth - 1);
    } else if (kind === tokenKind.version) {
      found.push(start);
      isOpen = true;
      depth = 0;
    } else if (isWord && kinds[i + 1] === tokenKind.global && text.startsWith("def", start)) {
      if (i > 0 && isBlankedBetween(clean, present(ends[i - 1]), start)) {
        first = undefined;
        isBehindMain = false;
      }
      if (!isBehindMain) first ??= start;
      isInHeader = true;
      if (text.slice(starts[i + 1], ends[i + 1]) === "@main") {
        if (!isOpen) found.push(first ?? start);
        isOpen = false;
        isBehindMain = true;
        first = undefined;
      }
    } else if (isWord && kinds[i + 1] === character.openParenthesis && text.startsWith("fn", start) && ends[i] === start + 2) {
      if (!isOpen) found.push(start);
      isOpen = false;
    } else if (depth === 0 && !isInHeader) {
      first = undefined;
      isBehindMain = false;
    }
  }
  return found;
}
