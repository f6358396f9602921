/** What a target of the document replaces. */
import type { TargetSpec } from "@relayscope/engine";

/** A sentence on the target that one of the same name replaces; empty if there is none, or if it is the same. */
export function replacedSentence(before: readonly TargetSpec[], after: TargetSpec): string {
  const replaced = before.find(({ name }) => name === after.name);
  if (!replaced || JSON.stringify(replaced.files) === JSON.stringify(after.files)) return "";
  const { files = [] } = replaced;
  return ` It replaces ${files.length > 0 ? files.map(({ name }) => `\`${name}\``).join(", ") : "the target of that name"}.`;
}
