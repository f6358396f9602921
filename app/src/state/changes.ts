/** Changes that were tried and taken: what each came to, for as long as they stand. */
import type { AppliedChange, PageDocument, PageState } from "./model.ts";

/** The changes that the document is on, first to last; none where it was edited since, or where they were undone. */
export function standingChanges({ changes, document }: Pick<PageState, "changes" | "document">): readonly AppliedChange[] {
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
