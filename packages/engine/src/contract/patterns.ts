/** How pattern tables and operator rules met a node. */
import type { NodeReference } from "./inspect.ts";

/**
 * How an entry of a pattern table met a node: `taken` into its composite; `refused` though it matches; `failed` to match; `raises`, which stops the
 * pass; `spent`: an earlier entry has the node; `unrelated`: no part of it could meet the node; `not-tried`: an earlier one stopped the pass.
 */
export type PatternState = "taken" | "refused" | "failed" | "raises" | "spent" | "unrelated" | "not-tried";

/** An entry of a pattern table, tried where a match would hold a node. */
export interface PatternTry {
  /** Its place in the answer's list, for `patternTrace`. */
  readonly index: number;
  readonly name: string;
  readonly state: PatternState;
  /** The first failure by its kind (`operator`, `arity`, `attribute`, `outside-user`, `overlap`, `check`, ...); empty where there is none. */
  readonly reason: string;
  /** The same as a sentence. */
  readonly message: string;
  /** Where the match ends, or where the first failure is. */
  readonly at: NodeReference | undefined;
  /** Ids of the nodes that the sentence speaks of. */
  readonly nodes: readonly number[];
  /** A known defect of the reference's table, a sentence. */
  readonly defect?: string;
}

/** A target's rule for a node's operator. */
export interface RuleTry {
  readonly target: string;
  readonly operator: string;
  /** `none`: the target has no rule for it; `always`: it takes whatever calls the operator. */
  readonly state: "accepts" | "always" | "refuses" | "raises" | "none";
  readonly check: readonly CheckLine[];
}

/** How often an entry of the table, or an operator rule, took something in a run, and how often it refused. */
export interface OutcomeCounts {
  readonly name: string;
  readonly taken: number;
  readonly refused: number;
  /** What it refused, at the stage asked about: the first 30 of it. */
  readonly refusedAt: readonly NodeReference[];
}

export interface TargetOutcome {
  readonly entries: readonly OutcomeCounts[];
  /** By operator, of the chosen target. */
  readonly rules: readonly OutcomeCounts[];
}

/** What the patterns and rules of a run's targets say of a node. */
export interface PatternAnswer {
  readonly tries: readonly PatternTry[];
  readonly rules: readonly RuleTry[];
  /** What to know of it, a sentence each: where the patterns were tried, or why they were not. */
  readonly notes: readonly string[];
}

/** A sub-pattern and what it met, a line of a tree in preorder. */
export interface TraceLine {
  /** From 1. */
  readonly level: number;
  readonly pattern: string;
  readonly state: "met" | "refused";
  /** What was there; undefined for a node that the asked stage no longer has. */
  readonly node: NodeReference | undefined;
  /** Its name, where there is no such node any more too. */
  readonly label: string;
  /** The refusal that is this line's own, a sentence; empty where an inner line refused. */
  readonly message: string;
  /** Whether the line is the first failure. */
  readonly isFirst: boolean;
}

/** A part of a check with what came of it, a line of a tree in preorder. Parts that were not reached are left out. */
export interface CheckLine {
  /** From 1. */
  readonly level: number;
  readonly text: string;
  readonly answer: boolean | "raises";
  readonly values: readonly { readonly text: string; readonly value: string }[];
  /** What raised; else empty. */
  readonly message: string;
}

export interface PatternTrace {
  readonly lines: readonly TraceLine[];
  /** How many lines were left out. */
  readonly linesLeft: number;
  /** Where the lines show a part of the pattern: a sentence. */
  readonly note: string;
  readonly check: readonly CheckLine[];
  /** Why there is no check: it asks nothing, or was not reached. Empty where there is one. */
  readonly checkNote: string;
}
