/**
 * The bar of a stack: one segment for each of its cards, as long as it has operators, so that its regions show their
 * colors while it is closed.
 */
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
  const shares = sharesOf(summary?.parts ?? []);
  const whole = shares.reduce((sum, { share }) => sum + share, 0);
  const joins = shares.length > mostSegments;
  const segments: Segment[] = [];
  let start = 0;
  for (const { color, share } of shares) {
    const last = segments.at(-1);
    const length = share / whole;
    if (joins && last?.color === color) segments[segments.length - 1] = { ...last, length: last.length + length };
    else segments.push({ color, start, length });
    start += length;
  }
  return segments;
}

/** The colors of the regions in a stack, each once, in order of first appearance. */
export function targetsOf(summary: Pick<Card, "parts"> | undefined): readonly number[] {
  return [...new Set(sharesOf(summary?.parts ?? []).map(({ color }) => color))].filter((color) => color >= 0);
}

/** A card with its operators. One without operators takes the room of one operator. */
interface Share {
  readonly color: number;
  readonly share: number;
}

function sharesOf(parts: readonly CardPart[]): Share[] {
  return parts.flatMap((part): Share[] => {
    if (part.parts) return sharesOf(part.parts);
    const operators = part.operators.reduce((sum, { count }) => sum + count, 0);
    return [{ color: part.color, share: Math.max(1, operators) }];
  });
}
