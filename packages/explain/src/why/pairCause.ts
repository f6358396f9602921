/** Why two nodes are not in one region. */
import { type Expr, present } from "@relayscope/ir";
import type { Cause } from "./cause.ts";
import { firstCause } from "./finder.ts";
import type { Ground } from "./ground.ts";
import type { NodeCauses } from "./nodeCause.ts";
import { acrossBranches } from "./pair/acrossBranches.ts";
import { acrossFunctions } from "./pair/acrossFunctions.ts";
import { annotatedInput } from "./pair/annotatedInput.ts";
import { atAnEnd, ofTwoTargets } from "./pair/atAnEnd.ts";
import { between } from "./pair/between.ts";
import { cycle } from "./pair/cycle.ts";
import { insideComposites } from "./pair/cyclePath.ts";
import { MergeReplay } from "./pair/mergeReplay.ts";
import { asTheyAre, type MergeTimes } from "./pair/mergeTimes.ts";
import { noMergePass } from "./pair/noMergePass.ts";
import type { PairAsked, PairFinder } from "./pair/pairAsked.ts";
import { siblings } from "./pair/siblings.ts";
import { orAnnotated } from "./pass/annotatedFunction.ts";
import { breakingPass } from "./pass/breakingPass.ts";
import { failedFlow } from "./pass/failedFlow.ts";
import { misplacedPass } from "./pass/misplacedPass.ts";
import type { PassOrder } from "./pass/order.ts";
import type { PassAsked, PassFinder } from "./pass/passAsked.ts";
import { skippedPass } from "./pass/skippedPass.ts";

/** Causes in the run itself that separate two nodes, in order of priority; siblings come last. */
const asTheyRan: readonly PairFinder[] = [acrossFunctions, annotatedInput, atAnEnd, cycle, between, acrossBranches, siblings];
const asItIs: PassFinder = { codes: asTheyRan.flatMap(({ codes }) => codes), find: (asked) => asked.asItIs() };
/** A failure of the flow is reported together with the effect of the skipped passes. */
const failedAfterSkipped: PassFinder = {
  codes: failedFlow.codes,
  find: (asked) => failedFlow.find({ ...asked, asItIs: () => skippedPass.find(asked) ?? asked.asItIs() }),
};
/** Causes of two nodes, in order of priority. */
export const pairPriority: readonly PassFinder[] = [misplacedPass, breakingPass, failedAfterSkipped, skippedPass, asItIs];
/** The causes of two neighbors of one target, in order of priority. */
const ofNeighbors: readonly PairFinder[] = [acrossFunctions, cycle, between];

/** Finds why pairs of nodes are separate. */
export class PairCauses {
  private times: MergeTimes | undefined;

  constructor(
    private readonly ground: Ground,
    private readonly nodes: NodeCauses,
    private readonly order: PassOrder,
  ) {}

  /**
   * Why `from` and `to`, which are in different regions or in none, are not in one region. The order does not matter.
   */
  causeOf(from: Expr, to: Expr): Cause {
    const { ground } = this;
    const [a, b] = [ground.unitOf(from), ground.unitOf(to)];
    const asked = this.asked(a, b, ground.regionOf(a)?.target ?? ground.regionOf(b)?.target ?? "");
    let known: Cause | undefined;
    const ofPasses: PassAsked = {
      ground,
      order: this.order,
      from: a,
      to: b,
      asItIs() {
        known ??= present(firstCause(asTheyRan, asked));
        return known;
      },
    };
    const cause = orAnnotated(ground, present(firstCause(pairPriority, ofPasses)), a, b);
    if (cause.path.length === 0) return cause;
    const [first, last] = cause.path[0] === a ? [from, to] : [to, from];
    return { ...cause, path: insideComposites(cause.path, first, last) };
  }

  /**
   * The cause for nodes of neighboring regions, if one node is no longer in its region: a tuple that was flattened
   * away.
   */
  neighborsCause(from: Expr, to: Expr, target: string, other: string): Cause {
    const { ground } = this;
    const asked = this.asked(from, to, target);
    const annotated = annotatedInput.find(asked);
    if (annotated) return annotated;
    if (target !== other) return ofTwoTargets(asked, target, other);
    return orAnnotated(ground, firstCause(ofNeighbors, asked) ?? noMergePass(asked, from, to, []), from, to);
  }

  private asked(from: Expr, to: Expr, target: string): PairAsked {
    const { ground, nodes } = this;
    return { ground, nodes, merges: () => this.merges(), from, to, target };
  }

  private merges(): MergeTimes | undefined {
    const { ground } = this;
    if (ground.merge === undefined && !ground.isPartitioned) return undefined;
    this.times ??= ground.merge === undefined ? asTheyAre(ground) : new MergeReplay(ground);
    return this.times;
  }
}

/** Whether two nodes of the base are in one region at the end. */
export function areJoined(ground: Ground, from: Expr, to: Expr): boolean {
  const [a, b] = [ground.regionOf(from), ground.regionOf(to)];
  return a !== undefined && a === b;
}
