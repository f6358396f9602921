/** The answer to "why is there a boundary": a code, a sentence, the nodes it names and the values that decided. */
import type { Expr } from "@relayscope/ir";
import type { CauseCode } from "./causes.ts";
import type { DecidingSetting } from "./check/decidingSettings.ts";

/** A value that decided: what was found where, and what was required. The texts are as in the sentence. */
export interface Detail {
  readonly node?: Expr;
  readonly operator?: string;
  /** An attribute (`data_layout`), or another property that was examined (`args[1].dtype`). */
  readonly attribute?: string;
  readonly found?: string;
  readonly wanted?: string;
  /** Two arguments of a call that are equal constants, where one node is required: its operator and their places. */
  readonly unshared?: { readonly operator: string; readonly places: readonly [number, number] };
}

/** The closest pattern, if it is close. */
export interface NearMiss {
  readonly pattern: string;
  /**
   * The calls that the pattern matched, and the node that differs from what the pattern needs; at the cause's stage.
   */
  readonly holds: readonly Expr[];
  readonly found: Expr;
  /** `needs ...`, after the pattern's name. */
  readonly wants: string;
}

export interface Cause {
  readonly code: CauseCode;
  /** One or two sentences, which every form of the answer shows first. Names are in backquotes. */
  readonly sentence: string;
  /**
   * The beginning of the sentence if a pass made its node: the name of the pass, and the call that the node was made
   * from.
   */
  readonly origin?: string;
  /** Other codes that are true of it as well. */
  readonly also: readonly CauseCode[];
  /** The stage that the nodes below belong to: the one that targets were chosen on. */
  readonly stage: number;
  /** The nodes that prevent it; empty if a pass does. For a cycle none of them is in the region's own target. */
  readonly blockers: readonly Expr[];
  /**
   * The calls to blame, if they are not the blockers: the calls that stay on the host, not the node that a pattern
   * found instead.
   */
  readonly blamed?: readonly Expr[];
  /** How many operators a returned region has, where the reason is in the target's files. */
  readonly returned?: number;
  /** Calls of the host between a node whose region was returned and the nearest region that was kept. */
  readonly separators?: readonly Expr[];
  /**
   * For a cycle: every node from the one end to the other, by data or within a region that merged before. Else empty.
   */
  readonly path: readonly Expr[];
  readonly details: readonly Detail[];
  /** Evidence, a sentence each: a pattern that nearly matched, the condition as the target writes it. */
  readonly evidence: readonly string[];
  /** Further notes, a sentence each. */
  readonly notes: readonly string[];
  /** The target whose missing support causes the boundary. */
  readonly target: string;
  /** The table entry concerned. */
  readonly pattern?: string;
  /** The nodes of the entry's match, if its check refuses it or an earlier match has one of them. */
  readonly match?: readonly Expr[];
  /** The missed pattern, if most of the nodes that it needs are nearby. */
  readonly near?: NearMiss;
  /** The pass concerned: skipped, out of place, missing, or the one that pruned. */
  readonly pass?: string;
  /** The cause as the passes ran. Set if a pass would have made the difference. */
  readonly asItStands?: Cause;
  /** Whether TVM's own flow for the target works like this by design: other causes come first. */
  readonly isByDesign?: boolean;
  /** Settings of the target that decided. If all of them had the other values, the node would be accepted. */
  readonly settings?: readonly DecidingSetting[];
}

/** The sentence of a cause without the pass that made its node. */
export function withoutOrigin({ sentence, origin }: Cause): string {
  return origin !== undefined && sentence.startsWith(`${origin} `) ? sentence.slice(origin.length + 1) : sentence;
}

/** A cause that has only its code so far. `stage` is that of its nodes. */
export function causeOf(code: CauseCode, stage: number, target: string): Cause {
  return { code, sentence: "", also: [], stage, blockers: [], path: [], details: [], evidence: [], notes: [], target };
}

/** The calls to blame for a cause. */
export function blamedIn({ blamed, blockers }: Cause): readonly Expr[] {
  return blamed ?? blockers;
}

/** The codes of further causes, each once, without the first cause's code. */
export function alsoOf(first: CauseCode, ...lists: readonly (readonly CauseCode[])[]): readonly CauseCode[] {
  return [...new Set(lists.flat())].filter((code) => code !== first && code !== "unknown");
}

/** Texts, each once, in their order. */
export function distinct(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)];
}
