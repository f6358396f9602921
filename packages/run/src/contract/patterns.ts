/** How pattern tables and operator rules met a node. */
import type { NodeReference } from "./inspect.ts";

/**
 * How an entry of a pattern table matched a node: `taken` into its composite; `refused` although it matches; `failed`
 * to match; `raises`, which stops the pass; `spent`: an earlier entry has the node; `unrelated`: no part of it could
 * match the node; `not-tried`: an earlier one stopped the pass.
 */
export type PatternState = "taken" | "refused" | "failed" | "raises" | "spent" | "unrelated" | "not-tried";

/** An entry of a pattern table, tried where a match would contain a node. */
export interface PatternTry {
  /** Its place in the answer's list, for `patternTrace`. */
  readonly index: number;
  readonly name: string;
  readonly state: PatternState;
  /**
   * The kind of the first failure (`operator`, `arity`, `attribute`, `outside-user`, `overlap`, `check`, ...); empty if
   * there is none.
   */
  readonly reason: string;
  /** The same as a sentence. */
  readonly message: string;
  /** The root of the match, or the place of the first failure. */
  readonly at: NodeReference | undefined;
  /** Ids of the nodes in the sentence. */
  readonly nodes: readonly number[];
  /** A known defect of the reference's table, a sentence. */
  readonly defect?: string;
}

/** A target's rule for a node's operator. */
export interface RuleTry {
  readonly target: string;
  readonly operator: string;
  /** `none`: the target has no rule for it; `always`: the target takes every call of the operator. */
  readonly state: "accepts" | "always" | "refuses" | "raises" | "none";
  readonly check: readonly CheckLine[];
}

/** How often an entry of the table, or an operator's rule, accepted in a run, and how often it refused. */
export interface OutcomeCounts {
  readonly name: string;
  readonly taken: number;
  /**
   * How often a rule accepted. This includes calls inside composites, which the rule is asked for but does not take.
   */
  readonly accepted: number;
  readonly refused: number;
  /** The first 1,000 nodes that it refused, at the requested stage. */
  readonly refusedAt: readonly NodeReference[];
}

export interface TargetOutcome {
  readonly entries: readonly OutcomeCounts[];
  /** By operator, of the chosen target. */
  readonly rules: readonly OutcomeCounts[];
}

/** The results of the patterns and rules of a run's targets for a node. */
export interface PatternAnswer {
  readonly tries: readonly PatternTry[];
  readonly rules: readonly RuleTry[];
  /** Notes, a sentence each: where the patterns were tried, or why they were not. */
  readonly notes: readonly string[];
}

/** A sub-pattern and the node it met, a line of a tree in preorder. */
export interface TraceLine {
  /** From 1. */
  readonly level: number;
  readonly pattern: string;
  readonly state: "met" | "refused";
  /** The node it met; undefined if it no longer exists at the requested stage. */
  readonly node: NodeReference | undefined;
  /** The node's name, even if the node no longer exists. */
  readonly label: string;
  /** This line's own refusal, as a sentence; empty if an inner line refused. */
  readonly message: string;
  /** Whether the line is the first failure. */
  readonly isFirst: boolean;
}

/** A part of a check with its result, a line of a tree in preorder. Parts that were not evaluated are left out. */
export interface CheckLine {
  /** From 1. */
  readonly level: number;
  readonly text: string;
  readonly answer: boolean | "raises";
  /**
   * Whether this condition is false in a check that refuses. In a check that accepts, false conditions are irrelevant.
   */
  readonly isRefusing: boolean;
  readonly values: readonly { readonly text: string; readonly value: string }[];
  /** The exception; else empty. */
  readonly message: string;
}

export interface PatternTrace {
  readonly lines: readonly TraceLine[];
  /** How many lines were left out. */
  readonly linesLeft: number;
  /** Where the lines show a part of the pattern: a sentence. */
  readonly note: string;
  readonly check: readonly CheckLine[];
  /** Why there is no check: the entry has none, or it was not evaluated. Empty if there is one. */
  readonly checkNote: string;
}
