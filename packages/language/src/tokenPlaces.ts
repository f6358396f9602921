/** Tokens by where they are. */
import { at, countWhile } from "@relayscope/ir";
import type { Tokens } from "@relayscope/text";

/** The last token that starts before the offset, by number; -1 where none does. */
export function tokenBefore(tokens: Tokens, offset: number): number {
  return countWhile(tokens.count - 1, (token) => at(tokens.starts, token) < offset) - 1;
}

/** The token around the offset, its end included, by number. */
export function tokenAt(tokens: Tokens, offset: number): number | undefined {
  const token = tokenBefore(tokens, offset + 1);
  return token >= 0 && offset <= at(tokens.ends, token) ? token : undefined;
}

export function tokenTextOf(tokens: Tokens, token: number): string {
  return tokens.text.slice(tokens.starts[token], tokens.ends[token]);
}
