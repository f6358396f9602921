/** What an answer to "why is there a boundary" is made of: a code, a sentence, the nodes it names and the values that decided. */
import type { Expr } from "@relayscope/ir";
import type { CauseCode } from "./causes.ts";
import type { DecidingSetting } from "./check/decidingSettings.ts";

/** A value that decided: what was found where, and what was wanted. Texts as they are in the sentence. */
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
  /** One sentence or two: what every way of asking shows first. Names are in backquotes. */
  readonly sentence: string;
  /** Other codes that are true of it as well. */
  readonly also: readonly CauseCode[];
  /** The stage that the nodes below belong to: the one that targets were chosen on. */
  readonly stage: number;
  /** The nodes that are in the way; none where a pass does. For a cycle none of them is of the region's own target. */
  readonly blockers: readonly Expr[];
  /** The calls to blame, where they are not the blockers: what stays with the host, not what a pattern met in its place. */
  readonly blamed?: readonly Expr[];
  /** For a cycle: every node from the one end to the other, by data or within a region that merged before. Else empty. */
  readonly path: readonly Expr[];
  readonly details: readonly Detail[];
  /** What supports the sentence, a sentence each: a pattern that came near, the condition as the target writes it. */
  readonly evidence: readonly string[];
  /** What is worth knowing besides, a sentence each. */
  readonly notes: readonly string[];
  /** The target that the answer speaks of: the one that does not take what prevents it. */
  readonly target: string;
  /** The table's entry that it speaks of. */
  readonly pattern?: string;
  /** The nodes of the entry's match, where its check refuses it or an earlier match took one of them. */
  readonly match?: readonly Expr[];
  /** The pass that it speaks of: skipped, out of place, missing, or the one that pruned. */
  readonly pass?: string;
  /** Of a pass that would have made the difference: the cause as the passes ran. */
  readonly asItStands?: Cause;
  /** Settings of the target that decided: other values of all of them would do. */
  readonly settings?: readonly DecidingSetting[];
}

/** A cause of which nothing is said yet but its code. `stage` is that of the nodes to come. */
export function causeOf(code: CauseCode, stage: number, target: string): Cause {
  return { code, sentence: "", also: [], stage, blockers: [], path: [], details: [], evidence: [], notes: [], target };
}

/** The calls to blame for a cause. */
export function blamedIn({ blamed, blockers }: Cause): readonly Expr[] {
  return blamed ?? blockers;
}

/** The codes that several causes have besides that of the first, each once. */
export function alsoOf(first: CauseCode, ...lists: readonly (readonly CauseCode[])[]): readonly CauseCode[] {
  return [...new Set(lists.flat())].filter((code) => code !== first && code !== "unknown");
}

/** Texts, each once, in their order. */
export function distinct(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)];
}
