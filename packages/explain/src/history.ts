/** What explanations are drawn from: the stages of a run with their decisions, and how nodes pass through them. */
import type { Expr, Module } from "@relayscope/ir";
import type { Decision } from "@relayscope/passes";

export interface StageView {
  readonly pass: string;
  /** `done`, `unchanged`, `skipped`, `failed`, ... */
  readonly status: string;
  /** Why it was skipped or failed; else empty. */
  readonly reason: string;
  /** The module after the stage. Its decisions speak of nodes of the module before it. */
  readonly module: Module;
  readonly decisions: readonly Decision[];
}

export interface History {
  /** Stage 0 is the input. */
  readonly stages: readonly StageView[];
  /** What a node of stage `from` is at stage `to`, before or after it. */
  follow(from: number, to: number, expr: Expr): readonly Expr[];
}

export interface Answer {
  readonly question: string;
  /** Sentences; names stand in backquotes. */
  readonly answer: string;
  /** What to try, a sentence each. */
  readonly cures: readonly string[];
  /** The nodes it speaks of. */
  readonly nodes: readonly Expr[];
  /** The stage those nodes belong to. */
  readonly stage: number;
  /** The pattern whose try at the node tells more; empty for the whole table. */
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
