/** Applied changes and the outcome of each, as long as they are in effect. */
import type { Edit, Outcome } from "@relayscope/engine";
import type { SnapshotChange } from "@relayscope/share";
import { grouped, plural } from "../ui/format.ts";
import { type AppliedChange, type PageDocument, type PageState, settingsOf } from "./model.ts";

type Counts = Pick<Outcome, "regions" | "offloaded" | "tensors">;

/** The outcome of a change: `54 → 22 regions.` Undefined if it changed none of the counts. */
export function cameTo(before: Counts, after: Counts): string | undefined {
  if (before.regions !== after.regions) return `${grouped(before.regions)} → ${plural(after.regions, "region")}.`;
  if (before.offloaded !== after.offloaded) return `${grouped(before.offloaded)} → ${plural(after.offloaded, "operator")} offloaded.`;
  if (before.tensors !== after.tensors) return `${grouped(before.tensors)} → ${plural(after.tensors, "tensor")} crossing a boundary.`;
  return undefined;
}

/** The counts of the run on screen, of its last stage; undefined before its end. */
export function outcomeOf({ run }: Pick<PageState, "run">): (Counts & Pick<Outcome, "operators">) | undefined {
  const last = run.stages.at(-1)?.summary;
  if (run.status !== "finished" || !last) return undefined;
  return {
    regions: last.regions.reduce((sum, { count }) => sum + count, 0),
    offloaded: last.offloaded,
    operators: last.operators,
    tensors: last.crossing.tensors,
  };
}

/** A link carries the text before a change if it has at most this many characters. */
const mostText = 16_000;

/** What links carry of the applied changes. */
export function sharedChanges(state: Pick<PageState, "changes" | "document">): readonly SnapshotChange[] {
  return appliedChanges(state).map(({ edits, before, after, from, document }) => {
    if (!from || (from.text !== document.text && from.text.length > mostText)) return { edits, before, after };
    const text = from.text === document.text ? {} : { text: from.text };
    return { edits, before, after, from: { ...settingsOf(from), ...text } };
  });
}

/** The changes of a link, applied to the document that it opens. */
export function changesFrom(shared: readonly SnapshotChange[], opened: PageDocument): readonly AppliedChange[] {
  let document = opened;
  const backwards = shared.toReversed().map(({ from: given, ...change }): AppliedChange => {
    const from = given && {
      ...document,
      ...settingsOf({ ...given, partitionsAgain: given.partitionsAgain ?? false }),
      text: given.text ?? document.text,
    };
    const applied = { ...change, from, document };
    document = from ?? document;
    return applied;
  });
  return backwards.toReversed();
}

/** The changes that are in the document, first to last; none if it was edited since, or if they were undone. */
export function appliedChanges({ changes, document }: Pick<PageState, "changes" | "document">): readonly AppliedChange[] {
  const at = changes.findLastIndex((change) => isSameDocument(change.document, document));
  return changes.slice(0, at + 1);
}

/** The edits of the changes after one of them. */
export function editsAfter(changes: readonly AppliedChange[], at: number): readonly Edit[] {
  return changes.slice(at + 1).flatMap(({ edits }) => edits);
}

/** Whether two documents have the same text and settings. */
export function isSameDocument(a: PageDocument, b: PageDocument): boolean {
  return (
    a.text === b.text &&
    a.pipeline === b.pipeline &&
    a.customTargets === b.customTargets &&
    a.target === b.target &&
    a.optLevel === b.optLevel &&
    a.bindParameters === b.bindParameters &&
    (a.partitionsAgain ?? false) === (b.partitionsAgain ?? false)
  );
}
