/** Why one node that is between two regions of a target is not the target's. */
import { calledOp, type Expr, type Func } from "@relayscope/ir";
import { nameOf } from "../../names.ts";
import { type Cause, causeOf } from "../cause.ts";
import { type Ground, isItem } from "../ground.ts";
import { partsSentence, scopeSentence } from "../scopeWords.ts";
import { sentences } from "../sentences.ts";
import { external } from "./acrossFunctions.ts";
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
    const outside = calledExternal(ground, node);
    if (outside) return external(ground, `\`${nameOf(node)}\``, outside, [node]);
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

/** The function of the module that a call calls by name. */
function calleeOf({ history, base }: Ground, node: Expr): Func | undefined {
  return node.kind === "Call" && node.op.kind === "GlobalVar" ? history.stages[base]?.module.functions.get(node.op.name) : undefined;
}

/** The function of a call, if it is already external. */
export function calledExternal(ground: Ground, node: Expr): Func | undefined {
  if (node.kind !== "Call") return undefined;
  const callee = node.op.kind === "Function" ? node.op : calleeOf(ground, node);
  return callee?.attrs.has("Compiler") ? callee : undefined;
}
