/** Words for what ends regions: scopes, and nodes that belong where their parts belong. */
import type { Expr } from "@relayscope/ir";
import { calledAll, holding, kindOf, listed, nameOf } from "../names.ts";
import type { Ground } from "./ground.ts";

/** A sentence about a scope that ends regions. */
export function scopeSentence(node: Expr): string {
  switch (node.kind) {
    case "If":
      return "An `if` is in between: no region holds both a node of a branch and a user of the `if`'s result.";
    case "Let":
      return `A \`let\` binds \`%${node.variable.name}\`, and regions do not merge through a let's variable.`;
    case "Match":
      return "A `match` is in between: its clauses read values through their own variables, so no region goes into it.";
    case "Function":
      return "A function is in between, and no region crosses its edge.";
    default:
      return `A call of ${nameOf(node) === "function" ? "a function" : `\`${nameOf(node)}\``} is in between: it stays on the host, and no region crosses it.`;
  }
}

/** A sentence about the part of a tuple, tuple item or reference that keeps the whole from having a target. */
export function partsSentence(ground: Ground, unit: Expr): string {
  const { history, annotate } = ground;
  const name = kindOf(unit);
  if (annotate !== undefined && history.stages[annotate]?.options.include_non_call_ops === false) {
    return `\`include_non_call_ops\` is False, so the ${name} gets no target.`;
  }
  const parts = ground.inputsOf(unit);
  const inputs = unit.kind === "Tuple" ? "fields" : "inputs";
  const values = parts.filter((p) => p.kind === "Var" || p.kind === "Constant");
  if (values.length > 0) {
    // A pattern takes a call together with its tuple.
    const unless = unit.kind === "Tuple" && ground.compose !== undefined ? ", unless a pattern holds it" : "";
    return `${holding(unit, values)}. Variables and constants count as \`default\`, the host, so the ${name} stays on the host${unless}.`;
  }
  const isLeft = (part: Expr) =>
    ground.isPartitioned ? !ground.regionOf(part) : (ground.decisionOf(ground.unitOf(part))?.target ?? "default") === "default";
  const left = parts.filter(isLeft);
  if (left.length > 0)
    return `The ${name} gets a target only if all its ${inputs} have it, and ${calledAll(left)} ${left.length > 1 ? "stay" : "stays"} on the host.`;
  const targets = new Set(parts.map((p) => ground.decisionOf(ground.unitOf(p))?.target));
  return targets.size > 1
    ? `The ${inputs} of the ${name} go to different targets (${listed([...targets].map(String))}), so the ${name} stays on the host.`
    : `The ${name} is not a call, and ${unit.kind === "Tuple" ? "is in no region" : "regions do not cross it"}.`;
}
