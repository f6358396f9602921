/** The data that explanations are made from: the stages of a run with their decisions, and the lineage of nodes. */
import type { Expr, OperatorTable } from "@relayscope/ir";
import type { Pattern } from "@relayscope/match";
import type { CompositePattern, Decision, OperatorRule, StepResult } from "@relayscope/passes";
import type { Refusing } from "./why/check/refusal.ts";

/** An entry of the pattern table that a stage's pass had. */
export interface PatternEntry {
  readonly name: string;
  readonly pattern: Pattern;
  /** Its check, if that can explain a refusal. */
  readonly asked?: Refusing | undefined;
  /** The entry's check, including a check that returns only yes or no. */
  readonly check?: CompositePattern["check"];
  /** A known defect of the reference's table, a sentence. */
  readonly defect?: string | undefined;
}

/** A target that a stage's pass annotated for, in the order listed. */
export interface TargetView {
  readonly name: string;
  readonly rules: Readonly<Record<string, OperatorRule>>;
  /** The rules that can explain a refusal. A rule that always accepts is not listed. */
  readonly askedRules: Readonly<Record<string, Refusing>>;
  /** The target's own pattern table, whether or not a pass of the run matches it. */
  readonly table: readonly PatternEntry[];
}

/** A stage's decisions refer to nodes of the module before it. */
export interface StageView extends Omit<StepResult, "status" | "diagnostics" | "ms"> {
  /** `done`, `unchanged`, `skipped`, `off`, `failed`, `left-out`, `offered`, `not-built`. */
  readonly status: string;
  readonly options: Readonly<Record<string, unknown>>;
  /** The table, for MergeComposite. */
  readonly table: readonly PatternEntry[];
  /** The targets, for AnnotateTarget. */
  readonly targets: readonly TargetView[];
}

export interface History {
  /** Stage 0 is the input. */
  readonly stages: readonly StageView[];
  /** Whether the run has ended. */
  readonly isWhole: boolean;
  /** Whether its passes are as upstream has them for the target: their order is nobody's mistake. */
  readonly isUpstreamFlow: boolean;
  readonly operators: OperatorTable;
  /** The nodes at stage `to` that correspond to a node of stage `from`. Works in either direction. */
  follow(from: number, to: number, expr: Expr): readonly Expr[];
  /** All nodes of a stage's module, children first. */
  order(stage: number): readonly Expr[];
  /**
   * The same run with its stages in another order (their numbers from 1, each once), and with skipped or disabled
   * passes run. Undefined if a pass fails or is unavailable. Results are cached.
   */
  rerun(order: readonly number[], forced: readonly number[]): Rerun | undefined;
  /**
   * A partitioned module with all passes of the pipeline run on it, which the run itself only offers; the pass that
   * fails and why; undefined if a pass is unavailable. The result is cached.
   */
  partitionedAgain(): Rerun | RerunFailure | undefined;
}

export interface RerunFailure {
  readonly pass: string;
  readonly reason: string;
}

export interface Rerun {
  readonly history: History;
  /** The last stage that it has in common with the run itself. */
  readonly shared: number;
}

export interface Answer {
  readonly question: string;
  /** Sentences; names are in backquotes. */
  readonly answer: string;
  /** The same sentences as a list, for an answer that lists reasons: first what they are reasons of. */
  readonly list?: readonly string[];
  /** Suggestions, a sentence each. */
  readonly cures: readonly string[];
  /** The nodes concerned. */
  readonly nodes: readonly Expr[];
  /** The stage those nodes belong to. */
  readonly stage: number;
  /** The pattern whose attempt at the node explains more. */
  readonly pattern?: string;
}

/** Decisions of one kind with the stage whose pass took them. */
export function decisionsOf<K extends Decision["kind"]>(
  history: History,
  kind: K,
): readonly { readonly stage: number; readonly decision: Extract<Decision, { kind: K }> }[] {
  return history.stages.flatMap((view, stage) =>
    view.decisions
      .filter((decision): decision is Extract<Decision, { kind: K }> => decision.kind === kind)
      .map((decision) => ({ stage, decision })),
  );
}
