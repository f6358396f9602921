/** Places of nodes in a stage's text: id, start, end, id, start, end, ... by their starts. */
import type { Range, StageText } from "@relayscope/engine";

/** A selection of more nodes is not marked. */
const mostMarked = 400;

/** The properties of a view of a stage's text. */
export interface StageTextViewProps {
  readonly value: StageText;
  readonly label: string;
  /** Ids of the selected nodes. */
  readonly selected: readonly number[];
  /** Called with the node that the cursor moves to. */
  readonly onSelect: (id: number) => void;
}

/** The id of the innermost node around an offset. */
export function nodeAt(places: Uint32Array, offset: number): number | undefined {
  let found: number | undefined;
  let width = Number.POSITIVE_INFINITY;
  for (let i = 0; i < places.length; i += 3) {
    const [id = 0, start = 0, end = 0] = places.subarray(i, i + 3);
    if (start > offset) break;
    if (end < offset || end - start >= width) continue;
    found = id;
    width = end - start;
  }
  return found;
}

/** The places of nodes, at most 400. */
export function placesOf(places: Uint32Array, ids: ReadonlySet<number>): readonly Range[] {
  const found: Range[] = [];
  for (let i = 0; i < places.length && found.length < mostMarked; i += 3) {
    const [id = 0, start = 0, end = 0] = places.subarray(i, i + 3);
    if (ids.has(id)) found.push({ start, end });
  }
  return found;
}
