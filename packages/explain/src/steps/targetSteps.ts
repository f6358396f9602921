/** AnnotateTarget, node by node. */
import { type Expr, keptIn, type Module, moduleOrder, postOrderList } from "@relayscope/ir";
import type { TargetDecision } from "@relayscope/passes";
import { defaultTarget } from "@relayscope/regions";
import { listed, nameOf } from "../names.ts";
import type { Step } from "./step.ts";

/**
 * The steps of AnnotateTarget: which target each node gets, and why. Calls inside composites are left out: the pass
 * asks about them but ignores the answers. `before` is the pass's input.
 */
export function targetSteps(decisions: readonly TargetDecision[], before: Module): readonly Step[] {
  const numbers = new Map<string, number>();
  const inner = insideComposites(before);
  return decisions
    .filter(({ node }) => !inner.has(node))
    .map((decision): Step => {
      const { node, target } = decision;
      const group = keptIn(numbers, target, () => numbers.size);
      const isTaken = target !== defaultTarget;
      return {
        state: isTaken ? "merged" : "refused",
        sentence: sentenceOf(decision),
        nodes: [node],
        blockers: [],
        groups: isTaken ? [{ group, label: target, target, nodes: [node] }] : [],
      };
    });
}

function insideComposites(module: Module): ReadonlySet<Expr> {
  const inner = new Set<Expr>();
  for (const e of moduleOrder(module)) {
    if (e.kind !== "Function" || !e.attrs.has("Composite")) continue;
    for (const held of postOrderList(e.body)) inner.add(held);
  }
  return inner;
}

function sentenceOf({ node, target, reason, answers = [] }: TargetDecision): string {
  const name = `\`${nameOf(node)}\``;
  const isTaken = target !== defaultTarget;
  switch (reason) {
    case "composite":
      return `${name} is a composite; its name says \`${target}\`.`;
    case "operator-rule": {
      const later = answers.filter((a) => a.answer === "accepted" && a.target !== target).map((a) => a.target);
      const others =
        later.length > 0 ? ` ${listed(later)} would also take it, but ${later.length === 1 ? "is" : "are"} later in the list.` : "";
      return `\`${target}\` has a rule for ${name}, and the rule accepts the call.${others}`;
    }
    case "argument-targets":
      return isTaken
        ? `All parts of ${name} go to \`${target}\`, so it does, too.`
        : `The parts of ${name} do not agree on a target, so the host keeps it.`;
    case "no-rule": {
      const refused = answers.filter((a) => a.answer === "refused").map((a) => a.target);
      return refused.length > 0
        ? `The rule of ${listed(refused)} for ${name} refuses the call: the host keeps it.`
        : node.kind === "Call" && node.op.kind !== "Op"
          ? `${name} is a call of a function, not of an operator: the host keeps it.`
          : `No target has a rule for ${name}: the host keeps it.`;
    }
    default:
      return isTaken ? `${name} gets \`${target}\`.` : `${name} gets no target: the host keeps it.`;
  }
}
