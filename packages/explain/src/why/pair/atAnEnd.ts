/**
 * One of the two nodes is in no region, or in one of another target. The reason for this is also what separates the
 * two.
 */
import { calledOp, type Expr } from "@relayscope/ir";
import { alsoOf, type Cause, causeOf } from "../cause.ts";
import { compositeName } from "../ground.ts";
import { sentences } from "../sentences.ts";
import { between } from "./between.ts";
import { nodesBetween } from "./betweenNodes.ts";
import { cycle } from "./cycle.ts";
import { otherTarget, targetOrder } from "./otherTarget.ts";
import { inOrder, type PairAsked, type PairFinder } from "./pairAsked.ts";
import { untaken } from "./untaken.ts";

export const atAnEnd: PairFinder = {
  codes: ["pruned", "other-target", "no-rule"],
  find(asked) {
    const { ground, from, to } = asked;
    const [a, b] = [ground.regionOf(from), ground.regionOf(to)];
    const alone = !a ? untakenBeside(asked, from, to, b?.target) : !b ? untakenBeside(asked, to, from, a.target) : undefined;
    if (alone) return alone.code === "pruned" ? (beforePrune(asked, alone) ?? alone) : withBetween(asked, alone);
    if (!a || !b) return undefined;
    return a.target === b.target ? undefined : ofTwoTargets(asked, a.target, b.target);
  },
};

/**
 * Why a node is in no region of the other node's target. If a match of another target would have contained both nodes,
 * why that match failed.
 */
function untakenBeside({ ground, nodes }: PairAsked, node: Expr, other: Expr, target = ""): Cause {
  const own = nodes.causeOf(node, target);
  const any = own.code === "no-rule" ? nodes.causeOf(node) : own;
  // A node that the target already has in a region is not an obstacle: then the node itself is the blocker.
  const isOwn = (blocker: Expr) => ground.regionOf(ground.unitOf(blocker))?.target === target;
  if (any === own && own.blockers.some(isOwn)) return { ...own, blockers: ground.callsOf(node) };
  return any.code === "pattern-shadowed" && ground.callsOf(other).some((call) => any.match?.includes(call)) ? any : own;
}

/** The cause of an end, with a note of the host's operators between the two: they would separate them as well. */
function withBetween(asked: PairAsked, cause: Cause): Cause {
  const { ground } = asked;
  const [start, end] = inOrder(asked);
  const middle = nodesBetween(ground, start, end);
  const host = middle.flatMap((node) => (ground.regionOf(node) ? [] : ground.callsOf(node)));
  const others = [...new Set(host)].flatMap((call) => (cause.blockers.includes(call) ? [] : (calledOp(call) ?? [])));
  return others.length === 0 ? cause : { ...cause, notes: [...cause.notes, sentences.onHost(others, true)] };
}

/**
 * What separated two nodes of one target before a later pass removed a region of theirs; undefined if it was one
 * region.
 */
function beforePrune(asked: PairAsked, pruned: Cause): Cause | undefined {
  const { ground } = asked;
  const { target } = pruned;
  if ([asked.from, asked.to].some((node) => ground.decisionOf(node)?.target !== target)) return undefined;
  const then = { ...asked, target };
  const cause = cycle.find(then) ?? between.find(then);
  if (!cause || cause.code === "unknown" || cause.code === "no-merge-pass") return undefined;
  return { ...cause, also: alsoOf(cause.code, cause.also, ["pruned"]) };
}

/** The two are different targets'. */
export function ofTwoTargets(asked: PairAsked, a: string, b: string): Cause {
  const { ground, from, to } = asked;
  // A text that came partitioned shows neither why the nodes were chosen nor what was between them, only their targets.
  if (ground.isPartitioned)
    return {
      ...causeOf("other-target", ground.base, a),
      sentence: sentences.twoTargetsInText(a, b),
      blockers: [from, to],
      notes: [sentences.notInText],
    };
  const order = targetOrder(ground);
  const taken = otherTarget(asked, to, a, b) ?? otherTarget(asked, from, b, a);
  if (taken) return taken;
  // The target that is listed first is asked first, so what it does not support decides.
  const [first, second] = [order.indexOf(a), order.indexOf(b)];
  const isCall = calledOp(from) !== undefined || compositeName(from) !== undefined;
  return isCall && first >= 0 && second >= 0 && second < first ? untaken(asked, from, b) : untaken(asked, to, a);
}
