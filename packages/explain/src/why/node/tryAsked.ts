/** The input of the finders for tried patterns: an entry of the table that did not match a node. */
import { calledOp, type Expr } from "@relayscope/ir";
import { type Cause, causeOf } from "../cause.ts";
import type { CauseCode } from "../causes.ts";
import type { CauseFinder } from "../finder.ts";
import { type Ground, isSameWork } from "../ground.ts";
import type { Lacks, PatternTry } from "../patternTries.ts";

export interface TryAsked {
  readonly ground: Ground;
  readonly unit: Expr;
  /** The unit as MergeComposite met it. */
  readonly before: Expr;
  readonly target: string;
  readonly one: PatternTry;
  /** What it lacks, if that was examined. */
  readonly lacks?: Lacks | undefined;
}

export type TryFinder = CauseFinder<TryAsked>;

/** The cause for an entry that was tried. Also reports a defect of the pattern. */
export function tryCause({ ground, unit, target, one }: TryAsked, code: CauseCode, sentence: string, parts: Partial<Cause>): Cause {
  const { entry, trace } = one;
  return {
    ...causeOf(code, ground.base, target),
    blockers: [unit],
    pattern: entry.name,
    ...parts,
    // A pattern, in contrast to its check, is defective if it requires arguments that the operator never has.
    sentence: entry.defect && trace?.problem?.reason === "arity" ? `${sentence} ${entry.defect}` : sentence,
  };
}

/** A node of MergeComposite's input, at the base. */
export function atBase({ ground }: TryAsked, node: Expr): readonly Expr[] {
  const { compose = 0, history, base } = ground;
  const all = history.follow(compose - 1, base, node);
  const same = all.filter((other) => isSameWork(node, other));
  return same.length > 0 ? same : all.slice(0, 1);
}

/** The calls of operators that a match holds. */
export function callsIn({ members }: PatternTry): readonly Expr[] {
  return members.filter((m) => calledOp(m) !== undefined);
}
