/** Why one node that is between two regions of a target is not the target's. */
import { calledOp, type Expr } from "@relayscope/ir";
import { nameOf } from "../../names.ts";
import { type Cause, causeOf } from "../cause.ts";
import { isItem } from "../ground.ts";
import { calleeOf, externalCall } from "../node/externalAlready.ts";
import { partsSentence, scopeSentence } from "../scopeWords.ts";
import { sentences } from "../sentences.ts";
import { annotatedInput } from "./annotatedInput.ts";
import { otherTarget } from "./otherTarget.ts";
import type { PairAsked } from "./pairAsked.ts";
import { untaken } from "./untaken.ts";

export function strangerCause(asked: PairAsked, node: Expr, from: Expr): Cause {
  const { ground, nodes, target } = asked;
  const made = (code: Cause["code"], sentence: string): Cause => ({ ...causeOf(code, ground.base, target), sentence, blockers: [node] });
  if (node.kind === "Call" && node.op.kind === "Constructor") return made("not-a-call", sentences.constructor(nameOf(node)));
  const inText = ground.isPartitioned ? ground.regionOf(node) : undefined;
  if (inText) return { ...made("other-target", sentences.otherTargetInText(nameOf(node), inText.target)), notes: [sentences.notInText] };
  if (node.kind === "Call" && calledOp(node) === undefined && ground.decisionOf(node)?.reason !== "composite") {
    const outside = externalCall(ground, node);
    if (outside) return outside;
    if (node.op.kind !== "Function" || !node.op.attrs.has("Composite")) {
      const isOwn = calleeOf(ground, node) !== undefined && calleeOf(ground, node) === ground.functionOf(from)?.func;
      return made("scope", isOwn ? sentences.recursion(nameOf(node)) : scopeSentence(node));
    }
  }
  if (isItem(node)) return made("not-a-call", partsSentence(ground, node));
  if (node.kind !== "Call") return made("scope", scopeSentence(node));
  const region = ground.regionOf(node);
  if (!region) return nodes.causeOf(node, target);
  return (
    annotatedInput.find({ ...asked, from, to: node }) ?? otherTarget(asked, node, target, region.target) ?? untaken(asked, node, target)
  );
}
