/** Where a name is bound, and where it is used. */
import type { Analysis } from "./analysis.ts";
import type { Range } from "./answers.ts";

/** Where the name at the offset is bound; undefined for what the text does not bind. */
export function definition(analysis: Analysis, offset: number): Range | undefined {
  const mention = analysis.mentionAt(offset);
  return mention && analysis.mentionsOf(mention).find((m) => m.isBinding)?.span;
}

/**
 * All mentions of what is named at the offset, in the order of the text. Those of an operator's attribute are the
 * attribute's in all its calls.
 */
export function references(analysis: Analysis, offset: number): readonly Range[] {
  const mention = analysis.mentionAt(offset);
  return mention ? analysis.mentionsOf(mention).map((m) => m.span) : [];
}
