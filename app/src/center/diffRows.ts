/** The rows of the difference between two texts. */
import type { TextDiff } from "@relayscope/engine";

export type DiffRow =
  | {
      readonly kind: "same" | "removed" | "added";
      readonly text: string;
      /** Line numbers from 1; 0 on the side that lacks the line. */
      readonly before: number;
      readonly after: number;
    }
  /** Unchanged lines that are left out. */
  | { readonly kind: "gap"; readonly count: number; readonly first: number };

export interface DiffRows {
  readonly rows: readonly DiffRow[];
  /** The rows at which changes begin. */
  readonly changes: readonly number[];
  readonly added: number;
  readonly removed: number;
  /** Characters of the longest row. */
  readonly widest: number;
}

/** A sentence for two texts without a changed line: whether they are equal or differ in numbers of temporaries. */
export function noChange({ before, after }: Pick<TextDiff, "before" | "after">): string {
  return before === after ? "The texts are the same." : "Only the numbers of temporaries differ.";
}

/** Unchanged lines shown around a change when only changes are shown. */
const context = 3;

/**
 * The rows of a difference: all of them, or only changes with a few lines around each. `opened` lists the gaps to show,
 * each by the number of its first row among all rows.
 */
export function diffRows({ before, after, lines }: TextDiff, isOnlyChanges: boolean, opened: ReadonlySet<number>): DiffRows {
  const a = before.split("\n");
  const b = after.split("\n");
  const count = lines.length / 2;
  const isKept = new Uint8Array(count).fill(isOnlyChanges ? 0 : 1);
  let [added, removed] = [0, 0];
  for (let i = 0; i < count; i++) {
    const isChange = lines[2 * i] === 0 || lines[2 * i + 1] === 0;
    if (lines[2 * i] === 0) added++;
    else if (lines[2 * i + 1] === 0) removed++;
    if (isChange) isKept.fill(1, Math.max(0, i - context), i + context + 1);
  }
  const rows: DiffRow[] = [];
  const changes: number[] = [];
  let widest = 0;
  let isInChange = false;
  for (let i = 0; i < count; i++) {
    if (!isKept[i]) {
      let end = i;
      while (end < count && !isKept[end]) end++;
      if (end - i > 1 && !opened.has(i)) {
        rows.push({ kind: "gap", count: end - i, first: i });
        isInChange = false;
        i = end - 1;
        continue;
      }
      isKept.fill(1, i, end);
    }
    const [left = 0, right = 0] = [lines[2 * i], lines[2 * i + 1]];
    const kind = left === 0 ? "added" : right === 0 ? "removed" : "same";
    const text = (right > 0 ? b[right - 1] : a[left - 1]) ?? "";
    if (kind !== "same" && !isInChange) changes.push(rows.length);
    isInChange = kind !== "same";
    widest = Math.max(widest, text.length);
    rows.push({ kind, text, before: left, after: right });
  }
  return { rows, changes, added, removed, widest };
}
