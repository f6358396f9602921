/** Words for what ends regions: scopes, and nodes that belong where their parts belong. */
import type { Expr } from "@relayscope/ir";
import { calledAll, listed, nameOf } from "../names.ts";
import type { Ground } from "./ground.ts";

/** What it is that ends regions. */
export function scopeSentence(node: Expr): string {
  switch (node.kind) {
    case "If":
      return "An `if` is between: what a branch gives and what uses the `if`'s result are never one region.";
    case "Let":
      return `\`%${node.variable.name}\` is bound by \`let\`: regions do not merge through a let's variable.`;
    case "Match":
      return "A `match` is between: a clause takes its values from the clause's variables, and regions do not go into it.";
    case "Function":
      return "A function is between: no region goes across its edge.";
    default:
      return `${nameOf(node) === "function" ? "A function" : `\`${nameOf(node)}\``} is called between: calls of functions stay with the host, and no region goes across them.`;
  }
}

/** Which part of a tuple, tuple item or reference keeps it from having a target. */
export function partsSentence(ground: Ground, unit: Expr): string {
  const { history, annotate } = ground;
  const name = nameOf(unit);
  if (annotate !== undefined && history.stages[annotate]?.options.include_non_call_ops === false) {
    return `\`include_non_call_ops\` is False: the ${name} gets no target.`;
  }
  const parts = ground.inputsOf(unit);
  const values = parts.filter((p) => p.kind === "Var" || p.kind === "Constant");
  if (values.length > 0) {
    const what = calledAll(values);
    return `The ${name} holds ${what}, and variables and constants count as \`default\`, the host: so the ${name} is left to the host.`;
  }
  const isLeft = (part: Expr) =>
    ground.isPartitioned ? !ground.regionOf(part) : (ground.decisionOf(ground.unitOf(part))?.target ?? "default") === "default";
  const left = parts.filter(isLeft);
  if (left.length > 0)
    return `The ${name} goes where all its parts go, and ${calledAll(left)} ${left.length > 1 ? "are" : "is"} left to the host.`;
  const targets = new Set(parts.map((p) => ground.decisionOf(ground.unitOf(p))?.target));
  return targets.size > 1
    ? `The parts of the ${name} are for different targets (${listed([...targets].map(String))}): so it is left to the host.`
    : `The ${name} is not a call: regions do not go across it.`;
}
