/** The inspector's facts about a node or a stage. */
import type { Answer, LineageStep } from "@relayscope/explain";
import type { Range } from "./run.ts";

/** Label and value, for tables in the inspector. */
export interface Fact {
  readonly label: string;
  readonly value: string;
  /** True if the value equals the default. */
  readonly isDefault?: boolean;
  /** The assumption that the value rests on, if any. */
  readonly assumed?: string;
}

export interface NodeDetails {
  readonly id: number;
  readonly title: string;
  readonly description: string;
  readonly type: string;
  readonly attributes: readonly Fact[];
  readonly facts: readonly Fact[];
  /** The range of the input text that the node comes from. */
  readonly source: Range | undefined;
  /** Sentences that answer "why is this node here" and "why is there a boundary". */
  readonly why: readonly Explanation[];
}

/** The common properties of a stack's repetitions, and their differences. */
export interface StackAnswer {
  /** The operators that all have. */
  readonly operators: readonly { readonly name: string; readonly count: number }[];
  /** The names of regions of which repetitions have a part. */
  readonly within: readonly string[];
  readonly differences: readonly RepetitionDifference[];
}

export interface RepetitionDifference {
  /**
   * A call or a region of a repetition, `conv2d 2`, and what differs in it: `result`, `parameters`, `strides`, `ends`.
   */
  readonly at: string;
  readonly what: string;
  /** Each value with the repetitions that have it, from 0 on. */
  readonly values: readonly { readonly value: string; readonly repetitions: readonly number[] }[];
}

export interface NodeReference {
  readonly id: number;
  readonly label: string;
}

/** Nodes of a stage by names that another run has as well. */
export interface NamedNodes {
  readonly stage: number;
  /** The stage's pass, empty for the input, and the number of earlier stages with the same pass. */
  readonly pass: string;
  readonly nth: number;
  /** For each node, its name and then the names of the nodes that it was made from. */
  readonly names: readonly (readonly string[])[];
}

/**
 * For each frame, the name of the node that it represents and then the names of the nodes that this node was made from.
 */
export type NamedFrames = readonly (readonly string[])[];

/** Named nodes in another run: the stage of the same pass and, for each node, its id there if it still exists. */
export interface NodesAgain {
  readonly stage: number;
  readonly nodes: readonly (number | undefined)[];
}

/** How a pass changed a node, or where the node was made. */
export interface LineageLine extends Omit<LineageStep, "nodes"> {
  readonly nodes: readonly NodeReference[];
}

/** An answer of `@relayscope/explain`; its pattern is one for `patternTrace`. */
export interface Explanation extends Omit<Answer, "nodes" | "stage"> {
  /** Ids of the nodes concerned, for highlighting. */
  readonly nodes: readonly number[];
}

/** Whether a pass kept the module's meaning, found by running the module before and after it on random inputs. */
export interface CheckAnswer {
  /** `unknown`: undecided; the sentence says why. `canceled`: by `cancelCheck`, by another check, or by a newer run. */
  readonly kind: "same" | "different" | "unknown" | "canceled";
  /** `Same on 3 random inputs; largest difference 2e-6.` */
  readonly sentence: string;
  /** Notes on the answer, a sentence each. */
  readonly notes: readonly string[];
}
