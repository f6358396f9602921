/** `other-target`: another target, listed earlier or by a pattern, has a node that the target would have taken. */
import type { Expr } from "@relayscope/ir";
import type { TargetView } from "../../history.ts";
import { listed, nameOf } from "../../names.ts";
import { type Cause, causeOf } from "../cause.ts";
import type { Ground } from "../ground.ts";
import { isTaken } from "../node/asWritten.ts";
import { sentences } from "../sentences.ts";
import type { PairAsked } from "./pairAsked.ts";

type Asked = Pick<PairAsked, "ground" | "nodes">;

/** The targets in the order in which they are asked. */
export function targetOrder({ history, annotate }: Ground): readonly string[] {
  return annotate === undefined ? [] : (history.stages[annotate]?.targets ?? []).map((t) => t.name);
}

/**
 * The cause if `taker` took a node that `wanting` would have taken: `taker` is listed first, or has a pattern, which
 * goes before all rules.
 */
export function otherTarget(asked: Asked, node: Expr, wanting: string, taker: string): Cause | undefined {
  const { ground } = asked;
  const order = targetOrder(ground);
  const [first, second] = [order.indexOf(taker), order.indexOf(wanting)];
  if (first < 0 || second < 0) return undefined;
  const decision = ground.decisionOf(node);
  const isComposite = decision?.reason === "composite";
  const isWanted = isComposite
    ? wouldTake(asked, node, wanting)
    : first < second && decision?.answers?.find((a) => a.target === wanting)?.answer === "accepted";
  if (!isWanted) return undefined;
  const calls = ground.callsOf(node);
  // The other target's pattern would be tried next, but its rules are asked only after all patterns were matched.
  const isByOrder = first < second && (!isComposite || wouldMatch(asked, node, wanting));
  return {
    ...causeOf("other-target", ground.base, wanting),
    sentence: sentences.otherTarget(
      isByOrder ? `\`${taker}\`, listed before \`${wanting}\`,` : `\`${taker}\``,
      isComposite ? `the pattern \`${nameOf(node)}\` for ${listed(calls.map(nameOf))}` : `a rule for \`${nameOf(node)}\``,
      calls.length > 1 ? "them" : "it",
      isByOrder ? "" : ", and patterns are matched before rules are asked",
      wanting,
    ),
    blockers: calls,
  };
}

/** Whether a target has rules for everything in a composite, or a pattern of its own with the same content. */
function wouldTake(asked: Asked, composite: Expr, target: string): boolean {
  const view = viewOf(asked.ground, target);
  if (!view) return false;
  return wouldMatch(asked, composite, target) || asked.ground.callsOf(composite).every((call) => isTaken(call, view));
}

function wouldMatch({ ground, nodes }: Asked, composite: Expr, target: string): boolean {
  const view = viewOf(ground, target);
  return view !== undefined && nodes.wouldMatch(composite, view);
}

function viewOf({ history, annotate = 0 }: Ground, target: string): TargetView | undefined {
  return history.stages[annotate]?.targets.find((t) => t.name === target);
}
