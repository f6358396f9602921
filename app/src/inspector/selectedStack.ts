/** Whether the selection is a stack: everything that it holds. */
import type { GraphAnswer } from "@relayscope/engine";

export interface SelectedStack {
  /** The id of its frame, open or not. */
  readonly frame: number;
  /** The title of its card or frame. */
  readonly title: string;
  /** Which repetition it shows when open, from 0 on. */
  readonly shown: number | undefined;
  /** Ids of the calls of each repetition. */
  readonly runs: readonly (readonly number[])[];
  /** Whether it opens to one of its repetitions. Identical cards in a frame that shows one run for all do not. */
  readonly isStepped: boolean;
}

/** The stack that holds exactly these ids, in its order; undefined if there is none. */
export function stackOf({ nodes, frames }: GraphAnswer["graph"], ids: readonly number[]): SelectedStack | undefined {
  const isIt = (members: readonly number[] = [], runs: readonly number[] = []) =>
    runs.length > 1 && members.length === ids.length && members.every((id, i) => id === ids[i]);
  const open = frames.find(({ members, runs }) => isIt(members, runs));
  if (open) {
    const { id: frame, label: title, repetition, runs = [] } = open;
    return { frame, title, shown: repetition?.at, runs: split(ids, runs), isStepped: true };
  }
  const card = nodes.find(({ summary }) => isIt(summary?.members, summary?.runs));
  if (!card?.summary) return undefined;
  const { runs, rest } = card.summary;
  return { frame: -card.id, title: card.label, shown: undefined, runs: split(ids, runs), isStepped: card.kind === "stack" && !rest };
}

function split(ids: readonly number[], lengths: readonly number[]): readonly (readonly number[])[] {
  let start = 0;
  return lengths.map((length) => {
    start += length;
    return ids.slice(start - length, start);
  });
}

/** `1, 3–5` for the places 0, 2, 3 and 4. */
export function placesText(places: readonly number[]): string {
  const parts: [from: number, to: number][] = [];
  for (const place of places) {
    const last = parts.at(-1);
    if (last && last[1] === place - 1) last[1] = place;
    else parts.push([place, place]);
  }
  return parts.map(([from, to]) => (from === to ? `${from + 1}` : `${from + 1}–${to + 1}`)).join(", ");
}
