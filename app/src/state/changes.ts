/** Changes that were tried and taken: what each came to, for as long as they stand. */
import type { Outcome } from "@relayscope/engine";
import type { SnapshotChange } from "@relayscope/share";
import { plural } from "../ui/format.ts";
import { type AppliedChange, type PageDocument, type PageState, settingsOf } from "./model.ts";

/** `54 → 22 regions.`, or what else a change comes to. */
export function cameTo(before: Outcome, after: Outcome): string {
  if (before.regions !== after.regions) return `${before.regions} → ${plural(after.regions, "region")}.`;
  if (before.offloaded !== after.offloaded) return `${before.offloaded} → ${plural(after.offloaded, "operator")} offloaded.`;
  return `${before.tensors} → ${plural(after.tensors, "tensor")} crossing a boundary.`;
}

/** A text up to which a link carries what stood before a change of it, in characters. */
const mostText = 16_000;

/** What links carry of the changes that stand. */
export function sharedChanges(state: Pick<PageState, "changes" | "document">): readonly SnapshotChange[] {
  return appliedChanges(state).map(({ edits, before, after, from, document }) => {
    if (!from || (from.text !== document.text && from.text.length > mostText)) return { edits, before, after };
    const text = from.text === document.text ? {} : { text: from.text };
    return { edits, before, after, from: { ...settingsOf(from), ...text } };
  });
}

/** The changes of a link, made on the document that it opens. */
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

/** The changes that the document is on, first to last; none where it was edited since, or where they were undone. */
export function appliedChanges({ changes, document }: Pick<PageState, "changes" | "document">): readonly AppliedChange[] {
  const at = changes.findLastIndex((change) => isSameDocument(change.document, document));
  return changes.slice(0, at + 1);
}

function isSameDocument(a: PageDocument, b: PageDocument): boolean {
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
