/** What a target of the document replaces. */
import type { TargetSpec } from "@relayscope/engine";

/** A sentence on the target that another one replaces; empty if there is none, or if it is the same. */
export function replacedSentence(replaced: TargetSpec | undefined, after: TargetSpec): string {
  if (!replaced || JSON.stringify(replaced.files) === JSON.stringify(after.files)) return "";
  const { files = [] } = replaced;
  return ` It replaces ${files.length > 0 ? files.map(({ name }) => `\`${name}\``).join(", ") : "the target of that name"}.`;
}
