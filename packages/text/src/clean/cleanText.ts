/** A text in which everything around and between its Relay is blanked out. */
import { at, countWhile } from "@relayscope/ir";

export interface CleanText {
  readonly text: string;
  /** Lines that were blanked out as a whole, counted from zero. */
  readonly blankLines: ReadonlySet<number>;
  /** Where they start, in order. */
  readonly blankStarts: readonly number[];
}

/** Whether a line was blanked out between two offsets. */
export function isBlankedBetween({ blankStarts }: CleanText, from: number, to: number): boolean {
  const first = countWhile(blankStarts.length, (i) => at(blankStarts, i) < from);
  return first < blankStarts.length && at(blankStarts, first) < to;
}

const none: ReadonlySet<number> = new Set();

/** The text as it is, with nothing blanked out. */
export function asWritten(text: string): CleanText {
  return { text, blankLines: none, blankStarts: [] };
}

/** Fills the place of characters taken out, also within strings, where it is not a character. */
export const filler = "\u200b";
