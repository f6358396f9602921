/**
 * Distributes bands over the columns of another picture, so that most common nodes are in the same column at the same
 * height.
 */
import { at } from "@relayscope/ir";
import type { Bands } from "../wrap/bands.ts";
import { BandStack, type Held } from "./bandStack.ts";

/** The columns that bands are dealt out to. */
export interface ColumnSpace {
  readonly columns: number;
  /** Where they begin, and how high they are at most. */
  readonly top: number;
  readonly height: number;
  /** Whether a column may end below a band. */
  canEnd(band: number): boolean;
}

export interface Dealt {
  /** By column: its first band; one entry more than columns. */
  readonly columns: readonly number[];
  /** By band: its top. */
  readonly tops: readonly number[];
}

/** Penalties, in unmoved nodes: an empty column, a nearly empty one, and an edge that continues in the next column. */
const emptyColumn = 2;
const shortColumn = 0.3;
const crossingEdge = 0.05;

/** Distributes bands over columns, in order; undefined if they have no room there. Quadratic in the number of bands. */
export function dealAlong(bands: Bands, held: readonly Held[], space: ColumnSpace): Dealt | undefined {
  const { columns: count, top, height } = space;
  const n = bands.count;
  const stacks = stacksOf(bands, held, top);
  /**
   * By column and band: the largest gain if the columns before it end above the band, and where the last of these
   * begins.
   */
  const gains = Array.from({ length: count + 1 }, () => new Float64Array(n + 1).fill(Number.NEGATIVE_INFINITY));
  const begins = gains.map(() => new Int32Array(n + 1).fill(-1));
  at(gains, 0)[0] = 0;
  for (let c = 0; c < count; c++) {
    const [next, begin] = [at(gains, c + 1), at(begins, c + 1)];
    at(gains, c).forEach((before, start) => {
      if (before === Number.NEGATIVE_INFINITY) return;
      const end = (band: number, gain: number) => {
        if (before + gain <= at(next, band)) return;
        next[band] = before + gain;
        begin[band] = start;
      };
      end(start, start === n ? 0 : -emptyColumn);
      const stack = stacks(c);
      for (let b = start; b < n; b++) {
        stack.add(b);
        const free = (height - (stack.bottom - top)) / height;
        if (free < 0) break;
        const isLast = b + 1 === n;
        if (!isLast && !space.canEnd(b)) continue;
        end(b + 1, stack.held - (isLast ? 0 : crossingEdge * at(bands.crossing, b)) - shortColumn * free ** 2);
      }
    });
  }
  if (at(at(gains, count), n) === Number.NEGATIVE_INFINITY) return undefined;
  const columns = [n];
  for (let c = count; c > 0; c--) columns.unshift(at(at(begins, c), at(columns, 0)));
  const tops: number[] = [];
  for (let c = 0; c < count; c++) {
    const stack = stacks(c);
    for (let b = at(columns, c); b < at(columns, c + 1); b++) stack.add(b);
    tops.push(...stack.tops());
  }
  return { columns, tops };
}

/** Returns a function that makes the empty stack of a column, given its number. */
function stacksOf(bands: Bands, held: readonly Held[], top: number): (column: number) => BandStack {
  const byBand: Held[][] = Array.from({ length: bands.count }, () => []);
  for (const own of held) at(byBand, own.band).push(own);
  return (column) => new BandStack(bands, (band) => at(byBand, band).filter((own) => own.column === column), top);
}
