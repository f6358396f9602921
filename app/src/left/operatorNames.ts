/** Names of operators in a text that lists them, separated by spaces, commas or line ends. */
import type { Range } from "@relayscope/engine";

export interface ListedNames {
  /** Each once, in order. */
  readonly names: readonly string[];
  readonly places: readonly { readonly name: string; readonly range: Range }[];
}

/** The names in a text, with their ranges. */
export function namesIn(text: string): ListedNames {
  const places = [...text.matchAll(/[^\s,]+/g)].map((match) => ({
    name: match[0],
    range: { start: match.index, end: match.index + match[0].length },
  }));
  return { names: [...new Set(places.map(({ name }) => name))], places };
}

/** The range of the name at an offset, or ending there; an empty range if there is none. */
export function wordAt(text: string, offset: number): Range {
  const found = namesIn(text).places.find(({ range }) => range.start <= offset && offset <= range.end);
  return found?.range ?? { start: offset, end: offset };
}
