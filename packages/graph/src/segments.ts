/** The bar of a stack: one segment for each of its cards, so that its regions show their colors while it is closed. */
import type { Card, CardPart } from "./drawable.ts";

/** The height of a bar in a card's foot, in CSS pixels at zoom 1. */
export const barHeight = 5;

/** Segments up to which each card has one; above, neighbors of one color share theirs. */
const mostSegments = 40;

export interface Segment {
  /** Which of the palette's colors; -1 for the host. */
  readonly color: number;
  /** From the bar's start, and how long; the bar is 1 long. */
  readonly start: number;
  readonly length: number;
}

/** The segments of a stack's bar, from left to right; none for other cards. */
export function segmentsOf(summary: Pick<Card, "parts"> | undefined): readonly Segment[] {
  const colors = colorsOf(summary?.parts ?? []);
  const joins = colors.length > mostSegments;
  const segments: Segment[] = [];
  colors.forEach((color, i) => {
    const last = segments.at(-1);
    if (joins && last?.color === color) segments[segments.length - 1] = { ...last, length: last.length + 1 / colors.length };
    else segments.push({ color, start: i / colors.length, length: 1 / colors.length });
  });
  return segments;
}

/** The colors of the regions in a stack, each once, in order of first appearance. */
export function targetsOf(summary: Pick<Card, "parts"> | undefined): readonly number[] {
  return [...new Set(colorsOf(summary?.parts ?? []))].filter((color) => color >= 0);
}

function colorsOf(parts: readonly CardPart[]): number[] {
  return parts.flatMap((part) => (part.parts ? colorsOf(part.parts) : [part.color]));
}
