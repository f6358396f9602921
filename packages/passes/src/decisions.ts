/**
 * Decisions: what a pass decided and on what ground, as plain records. Explanations, pictures and lessons are drawn from these,
 * never from a second copy of an algorithm. One kind per question; nodes are nodes of the pass's input unless said otherwise.
 */
import type { Expr } from "@relayscope/ir";

/** MergeComposite: a pattern was tried at a root and taken or refused. */
export interface CompositeDecision {
  readonly kind: "composite";
  readonly pattern: string;
  readonly root: Expr;
  /** `merged`, or why not: the group overlaps an earlier one, an inner node is used outside, or the check said no. */
  readonly outcome: "merged" | "overlap" | "outside-user" | "check-refused";
  readonly nodes: readonly Expr[];
  /** The node that stood in the way: the overlapping node, or the outside user. */
  readonly blocker?: Expr;
}

/** AnnotateTarget: which target a node got, and why. */
export interface TargetDecision {
  readonly kind: "target";
  readonly node: Expr;
  readonly target: string;
  readonly reason: "composite" | "operator-rule" | "no-rule" | "argument-targets" | "not-a-call";
}

/** MergeCompilerRegions: whether a parent region merged into a child region. Regions are numbered in the order in which the pass made them. */
export interface MergeDecision {
  readonly kind: "merge";
  readonly parent: number;
  readonly child: number;
  readonly target: string;
  readonly outcome: "merged" | "different-target" | "restricted";
  /** The annotation (`compiler_begin`) between the two. */
  readonly at: Expr;
  /** Where restricted: the regions of another target that a path leaves through and re-enters from. */
  readonly through: readonly number[];
}

/** PartitionGraph: what spent a region id. */
export interface RegionIdDecision {
  readonly kind: "region-id";
  readonly id: number;
  readonly begin: Expr;
  readonly target: string;
  /** The external function's name where the id became one's; undefined where the region already had an id. */
  readonly functionName: string | undefined;
}

/** PartitionGraph: where a constant went. ExtractConstantsFromPartitionedFunction: that it was taken out again, into the caller. */
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
  /** The call whose rule it was; the value itself where no call asked for it. */
  readonly for: Expr;
  /** The convolution whose result it holds back, where there is one. */
  readonly convolution?: Expr;
}

/** FuseOps: a group of nodes that were fused, and what ended it. */
export interface FusionDecision {
  readonly kind: "fusion";
  readonly nodes: readonly Expr[];
  readonly groupKind: string;
  readonly cutBy: readonly Expr[];
}

export type Decision =
  | CompositeDecision
  | TargetDecision
  | MergeDecision
  | RegionIdDecision
  | ConstantDecision
  | InsertionDecision
  | FusionDecision;
