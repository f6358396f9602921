/** What an answer to "why is there a boundary" is made of: a code, a sentence, the nodes it names and the values that decided. */
import type { Expr } from "@relayscope/ir";

/**
 * All causes, the ones that speak of a node's own refusal first:
 * - `no-rule`: the target has neither a rule nor a pattern that can take the operator
 * - `rule-refused`: the operator's rule answers no
 * - `pattern-missed`: a pattern begins or ends here and misses
 * - `pattern-shadowed`: an earlier match took a node that it needed
 * - `check-refused`: a pattern matches, its check answers no
 * - `outside-user`: a node inside the match is used outside of it
 * - `composite-unlisted`: the composite's target is not annotated for, or its name names none
 * - `parameter-not-constant`: a constant is asked for where a parameter stands, which binding would make one
 * - `type-unknown`: the type that is asked for is not known
 * - `pass-skipped`: a pass was skipped that would have made the difference
 * - `order`: a pass stands too early or too late in the pipeline
 * - `pruned`: a later pass gave the region back to the host
 * - `external-already`, `skip-optimization`: the passes leave the function alone
 * - `annotated-input`: the input carries annotations already
 * - `stop-fusion`: `annotation.stop_fusion` stands between
 * - `not-a-call`: a tuple, tuple item, reference, constant or variable stands between
 * - `scope`: a function, closure, let, match, recursion or the result of an `if` stands between
 * - `other-target`: another target, listed earlier, took it
 * - `cycle`: one region of both would wait for itself
 * - `no-merge-pass`: no pass of the flow merges regions
 * - `no-annotate-pass`: no pass of the flow chooses targets
 * - `pass-failed`: a pass stopped before the region was made
 * - `siblings`: nothing flows from the one to the other
 * - `unknown`: none of these could be shown
 */
export const causeCodes = [
  "no-rule",
  "rule-refused",
  "pattern-missed",
  "pattern-shadowed",
  "check-refused",
  "outside-user",
  "composite-unlisted",
  "parameter-not-constant",
  "type-unknown",
  "pass-skipped",
  "order",
  "pruned",
  "external-already",
  "skip-optimization",
  "annotated-input",
  "stop-fusion",
  "not-a-call",
  "scope",
  "other-target",
  "cycle",
  "no-merge-pass",
  "no-annotate-pass",
  "pass-failed",
  "siblings",
  "unknown",
] as const;

export type CauseCode = (typeof causeCodes)[number];

/** A value that decided: what was found where, and what was wanted. Texts as they stand in the sentence. */
export interface Detail {
  readonly node?: Expr;
  readonly operator?: string;
  /** An attribute (`data_layout`), or what else was asked of the node (`args[1].dtype`). */
  readonly attribute?: string;
  readonly found?: string;
  readonly wanted?: string;
}

export interface Cause {
  readonly code: CauseCode;
  /** One sentence or two. Names stand in backquotes. */
  readonly sentence: string;
  /** Other codes that are true of it as well. */
  readonly also: readonly CauseCode[];
  /** The stage that the nodes below belong to: the one that targets were chosen on. */
  readonly stage: number;
  /** The nodes that stand in the way; none where a pass does. For a cycle none of them is of the region's own target. */
  readonly blockers: readonly Expr[];
  /** For a cycle: every node from the one end to the other, by data or within a region that merged before. Else empty. */
  readonly path: readonly Expr[];
  readonly details: readonly Detail[];
  /** The target that the answer speaks of: the one that does not take what stands in the way. */
  readonly target: string;
  /** The table's entry that it speaks of. */
  readonly pattern?: string;
  /** The pass that it speaks of: skipped, out of place, missing, or the one that pruned. */
  readonly pass?: string;
}

/** The codes that several causes have besides that of the first, each once. */
export function alsoOf(first: CauseCode, ...lists: readonly (readonly CauseCode[])[]): readonly CauseCode[] {
  return [...new Set(lists.flat())].filter((code) => code !== first && code !== "unknown");
}
