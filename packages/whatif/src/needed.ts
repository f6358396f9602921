/** The edits of a change that do something: the others would be credited with what the rest of the change does. */
import type { Cure, Edit } from "@relayscope/run/contract";
import { lastOf } from "./anchors.ts";
import { joinedBy, type Knowledge, type TriedBoundary, withCandidate } from "./boundary.ts";
import { outcomeOf } from "./outcome.ts";

/**
 * A cure without the edits that change neither regions nor bytes crossing. Undefined if only such an edit makes the two
 * sides meet: then the gain is that of the other edits alone, and these do not cure. Yields at each try.
 */
export function* neededOf(known: Knowledge, boundary: TriedBoundary, cure: Cure): Generator<undefined, Cure | undefined> {
  let needed: Cure = cure;
  for (const edit of cure.edits) {
    const edits = without(needed.edits, needed.edits.indexOf(edit));
    const fewer = edits && edits.length > 0 ? withCandidate(known, boundary, { edits }) : undefined;
    yield undefined;
    if (!edits || !fewer) continue;
    const { regions, bytes } = outcomeOf(lastOf(fewer.variant.stages).module, "");
    if (regions !== needed.after.regions || bytes !== needed.after.bytes) continue;
    const smaller = joinedBy(known, boundary, { edits });
    yield undefined;
    if (!smaller) return undefined;
    needed = smaller;
  }
  return needed;
}

/** Edits without one of them, with later steps at their places; undefined if later edits may need it. */
export function without(edits: readonly Edit[], left: number): readonly Edit[] | undefined {
  const removed = edits[left];
  if (!removed) return undefined;
  const kept: Edit[] = edits.slice(0, left);
  // Where the removed step would be after the edits so far.
  let place = removed.kind === "add-pass" ? removed.at : undefined;
  for (const edit of edits.slice(left + 1)) {
    if (!("at" in edit)) kept.push(edit);
    else if (edit.kind === "remove-pass" || edit.kind === "move-pass" || removed.kind === "remove-pass" || removed.kind === "move-pass")
      return undefined;
    else if (place === undefined || edit.at < place) {
      kept.push(edit);
      if (place !== undefined && edit.kind === "add-pass") place++;
    } else if (edit.kind === "add-pass" && edit.at === place) {
      kept.push(edit);
      place++;
    } else if (edit.at === place) return undefined;
    else kept.push({ ...edit, at: edit.at - 1 });
  }
  return kept;
}
