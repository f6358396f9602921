/**
 * Decisions: the choices of a pass and their reasons, as plain records. Explanations, pictures and lessons are made
 * from these, never from a second copy of an algorithm. One kind per question. Nodes are nodes of the pass's input
 * unless stated otherwise.
 */
import type { Expr } from "@relayscope/ir";

/** The code of the failure for which a check or a rule counts as no. */
export type NoAnswer = "type-unknown" | "check-raises";

/** MergeComposite: a pattern was tried at a root and taken or refused. */
export interface CompositeDecision {
  readonly kind: "composite";
  readonly pattern: string;
  readonly root: Expr;
  /**
   * `merged`, or the reason against it: the group overlaps an earlier one, an inner node is used outside, or the check
   * refused.
   */
  readonly outcome: "merged" | "overlap" | "outside-user" | "check-refused";
  readonly nodes: readonly Expr[];
  /**
   * Set if the check refused without a result: it needs a value that the text lacks, or it raised, which counts as a
   * refusal.
   */
  readonly cause?: NoAnswer;
  /** The node that prevented it: the overlapping node, or the outside user. */
  readonly blocker?: Expr;
}

/** A target's answer about a call of an operator. */
export interface TargetAnswer {
  readonly target: string;
  /** `none`: the target has no rule for the operator. The first listed target that accepted gets the call. */
  readonly answer: "none" | "refused" | "accepted";
}

/** AnnotateTarget: which target a node got, and why. */
export interface TargetDecision {
  readonly kind: "target";
  readonly node: Expr;
  readonly target: string;
  readonly reason: "composite" | "operator-rule" | "no-rule" | "argument-targets" | "not-a-call";
  /** Set if a rule refused without an answer. */
  readonly cause?: NoAnswer;
  /** For a call of an operator: each target's answer, in the order listed. */
  readonly answers?: readonly TargetAnswer[];
}

/**
 * MergeCompilerRegions: a region as the pass found it, `default` ones too. Regions are numbered function by function,
 * in the order in which the pass made them.
 */
export interface RegionDecision {
  readonly kind: "region";
  readonly functionName: string;
  readonly region: number;
  readonly target: string;
  /** Its content, without annotations. */
  readonly nodes: readonly Expr[];
}

/** MergeCompilerRegions: whether a parent region merged into a child region, which keeps its number. */
export interface MergeDecision {
  readonly kind: "merge";
  readonly functionName: string;
  readonly parent: number;
  readonly child: number;
  readonly target: string;
  readonly outcome: "merged" | "different-target" | "restricted";
  /** The annotation (`compiler_begin`) between the two. */
  readonly at: Expr;
  /** Where restricted: the regions of another target that a path leaves through and re-enters from. */
  readonly through: readonly number[];
}

/** PartitionGraph: a region id, and the begin annotation that used it up. */
export interface RegionIdDecision {
  readonly kind: "region-id";
  readonly id: number;
  readonly begin: Expr;
  readonly target: string;
  /** The function that the region is in: each begins with 0. */
  readonly caller: string;
  /** The external function's name if the id now belongs to a function; undefined if the region already had an id. */
  readonly functionName: string | undefined;
}

/**
 * PartitionGraph: where a constant went. ExtractConstantsFromPartitionedFunction: the constant was moved back to the
 * caller.
 */
export interface ConstantDecision {
  readonly kind: "constant";
  readonly constant: Expr;
  readonly place: "region-body" | "parameter" | "taken-out";
  readonly functionName: string;
}

/** Quantization: which rule inserted a `stop_fusion` or a `cast_hint`, and for which call. */
export interface InsertionDecision {
  readonly kind: "insertion";
  readonly rule: string;
  /** Nodes of the output. */
  readonly inserted: readonly Expr[];
  /** The call whose rule applied; the value itself if no call requested it. */
  readonly for: Expr;
  /** The convolution whose result it keeps from fusing, if there is one. */
  readonly convolution?: Expr;
}

/** FuseOps: a group of fused nodes, and what ended it. */
export interface FusionDecision {
  readonly kind: "fusion";
  readonly nodes: readonly Expr[];
  readonly groupKind: string;
  readonly cutBy: readonly Expr[];
}

/** A pruning pass: the region of an external function went back to the host. */
export interface PruneDecision {
  readonly kind: "prune";
  readonly functionName: string;
  /** The rule as a clause: `it holds no heavy operator`. */
  readonly reason: string;
  /** The calls inside the region. */
  readonly nodes: readonly Expr[];
}

export type Decision =
  | CompositeDecision
  | TargetDecision
  | RegionDecision
  | MergeDecision
  | RegionIdDecision
  | ConstantDecision
  | InsertionDecision
  | FusionDecision
  | PruneDecision;
