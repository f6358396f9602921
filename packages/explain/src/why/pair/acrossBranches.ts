/** `scope`: the two are in different branches of an `if`, whose values meet only in its result. */
import type { Expr } from "@relayscope/ir";
import { nameOf } from "../../names.ts";
import { causeOf } from "../cause.ts";
import type { Ground } from "../ground.ts";
import { sentences } from "../sentences.ts";
import { inOrder, type PairFinder } from "./pairAsked.ts";

export const acrossBranches: PairFinder = {
  codes: ["scope"],
  find(asked) {
    const { ground, target } = asked;
    const [from, to] = inOrder(asked);
    const meeting = meetingIf(ground, from, to);
    if (!meeting) return undefined;
    return {
      ...causeOf("scope", ground.base, target),
      also: ground.merge === undefined && !ground.isPartitioned ? ["siblings", "no-merge-pass"] : ["siblings"],
      sentence: sentences.twoBranches(nameOf(from), nameOf(to), target),
      notes: ground.isPartitioned ? [sentences.notInText] : [],
      blockers: [meeting],
    };
  },
};

/** The `if` of which one node is in one branch and the other node in the other; undefined if there is none. Linear. */
function meetingIf(ground: Ground, a: Expr, b: Expr): Expr | undefined {
  const [ofA, ofB] = [readersOf(ground, a), readersOf(ground, b)];
  let first: Expr | undefined;
  for (const node of ofA) if (ofB.has(node) && (!first || ground.placeOf(node) < ground.placeOf(first))) first = node;
  if (first?.kind !== "If") return undefined;
  const [then, other] = [first.thenBranch, first.elseBranch].map((branch) => ground.unitOf(branch));
  const [inA, inB] = [readersOf(ground, a, first), readersOf(ground, b, first)];
  const isIn = (own: ReadonlySet<Expr>, branch: Expr | undefined, others: ReadonlySet<Expr>) =>
    branch !== undefined && own.has(branch) && !others.has(branch);
  const areApart = (isIn(inA, then, inB) && isIn(inB, other, inA)) || (isIn(inA, other, inB) && isIn(inB, then, inA));
  // What is read outside of the `if` is before it, and not in a branch.
  const areInside = [...inA, ...inB].every((node) => ground.usersOf(node).length > 0);
  return areApart && areInside ? first : undefined;
}

/** A node and everything that its value reaches, without `end` and what is after that. */
function readersOf(ground: Ground, node: Expr, end?: Expr): ReadonlySet<Expr> {
  const reached = new Set<Expr>([node]);
  for (const at of reached) for (const user of ground.usersOf(at)) if (user !== end) reached.add(user);
  return reached;
}
