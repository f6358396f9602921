/** Whether the selection is a stack: everything that it holds. */
import type { GraphAnswer } from "@relayscope/engine";
import { grouped } from "../ui/format.ts";

export interface SelectedStack {
  /** The id of its frame, open or not. */
  readonly frame: number;
  /** What it is, as its card or frame says it: `3 blocks of 2 regions`. */
  readonly what: string;
  /** Which repetition it shows when open, from 0 on. */
  readonly shown: number | undefined;
  /** How often its card or frame says that it repeats, `3` or `1–2`; empty for identical cards. */
  readonly times: string;
  /** Ids of the calls of each repetition. */
  readonly runs: readonly (readonly number[])[];
  /** Whether the stack can show each repetition. A stack in a frame that shows one run for all can't. */
  readonly isStepped: boolean;
}

/** The stack that holds exactly these ids, in its order; undefined if there is none. */
export function stackOf({ nodes, frames }: GraphAnswer["graph"], ids: readonly number[]): SelectedStack | undefined {
  const isIt = (members: readonly number[] = [], runs: readonly number[] = []) =>
    runs.length > 1 && members.length === ids.length && members.every((id, i) => id === ids[i]);
  const open = frames.find(({ members, runs }) => isIt(members, runs));
  if (open) {
    const { id: frame, what = "", repetition, times = "", runs = [] } = open;
    return { frame, what, shown: repetition?.at, times, runs: split(ids, runs), isStepped: isAll(times, runs) };
  }
  const card = nodes.find(({ summary }) => isIt(summary?.members, summary?.runs));
  if (!card?.summary) return undefined;
  const { runs, rest, times, what } = card.summary;
  const isStepped = card.kind === "stack" && !rest && isAll(times, runs);
  return { frame: -card.id, what, shown: undefined, times, runs: split(ids, runs), isStepped };
}

/** A card that holds several calls. */
export type SelectedCard = NonNullable<GraphAnswer["graph"]["nodes"][number]["summary"]>;

/** The card that holds exactly these ids, if they are several. */
export function cardOf({ nodes }: GraphAnswer["graph"], ids: readonly number[]): SelectedCard | undefined {
  const isIt = (members: readonly number[]) => members.length === ids.length && members.every((id, i) => id === ids[i]);
  return ids.length > 1 ? nodes.find(({ summary }) => summary && isIt(summary.members))?.summary : undefined;
}

/** Whether the times of a stack are the number of these runs, and not how often each run repeats. */
function isAll(times: string, runs: readonly number[]): boolean {
  return times === grouped(runs.length);
}

/**
 * A selected stack, as its card says it, with all that it represents: `3 blocks of 2 regions`; `1–2 blocks of 2
 * regions, 4 in all`; `layer, in each of 3 blocks`.
 */
export function stackText({ what, times, runs }: Pick<SelectedStack, "what" | "times" | "runs">): string {
  const all = grouped(runs.length);
  if (times === all) return what;
  return times === "" ? `${what}, in each of ${all} blocks` : `${what}, ${all} in all`;
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
