/** Sets of operators against all that there are: whether a smaller set suffices, or any set where none was expected. */
import type { Edit } from "@relayscope/engine";
import type { JudgedSet } from "@relayscope/replay";

/**
 * What is wrong with an answer: a sentence, once all sets that are to be excluded were run; undefined where it holds.
 */
export function wrongSet({ kind, cure, all, joins }: JudgedSet): string | undefined {
  const most = kind === "none" ? Number.POSITIVE_INFINITY : kind === "smallest" ? (cure?.edits.length ?? 0) - 1 : 0;
  for (const { target, edits } of all) {
    for (let bits = 1; bits < 2 ** edits.length; bits++) {
      const part = edits.filter((_, i) => bits & (1 << i));
      if (part.length <= most && joins(target, part)) return `${part.map(nameOf).join(" + ")} does it`;
    }
  }
  return undefined;
}

/** How many sets there are to run at most. */
export function setsOf({ all }: JudgedSet): number {
  return all.reduce((sum, { edits }) => sum + 2 ** edits.length, 0);
}

function nameOf(edit: Edit): string {
  return edit.kind === "add-rule" || edit.kind === "override-rule" ? `${edit.kind} ${edit.operator} to ${edit.target}` : edit.kind;
}
