/** The places that an entry or a rule of a target refused, operator by operator. */
import type { OutcomeCounts } from "@relayscope/engine";

export interface RefusedOperator {
  readonly label: string;
  /** Ids of its calls, in the model's order. */
  readonly ids: readonly number[];
}

/** The refused calls by operator, in order of first appearance. */
export function refusedOperators({ refusedAt }: Pick<OutcomeCounts, "refusedAt">): readonly RefusedOperator[] {
  const found = new Map<string, number[]>();
  for (const { id, label } of refusedAt) {
    const ids = found.get(label) ?? [];
    found.set(label, ids);
    if (!ids.includes(id)) ids.push(id);
  }
  return [...found].map(([label, ids]) => ({ label, ids }));
}

/** Which of the calls is selected; -1 for none. */
export function placeOf({ ids }: RefusedOperator, selected: readonly number[]): number {
  return ids.indexOf(selected[0] ?? -1);
}

/**
 * The id of the call `by` steps away from that place, around the ends; the first or the last one if none is selected.
 */
export function stepFrom({ ids }: RefusedOperator, at: number, by: number): number | undefined {
  const next = at < 0 ? (by < 0 ? ids.length - 1 : 0) : (at + by + ids.length) % ids.length;
  return ids[next];
}
