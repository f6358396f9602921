/** Which variables binding would make constants of. */
import type { Expr } from "@relayscope/ir";
import { type Ground, lastRun } from "../ground.ts";

const [mostSteps, mostComputed] = [1_000, 64];

/**
 * Whether binding parameters would make a node constant: a parameter of @main that is not an input (BindParameters
 * keeps the first), or what the flow folds once its parameters are constants.
 */
export function isBindable(ground: Ground, node: Expr): boolean {
  return isOfParameters(ground, node, mostSteps);
}

/** The same of a call that computes a weight: of few nodes, since each call of the host is asked. */
export function isComputedWeight(ground: Ground, node: Expr): boolean {
  return node.kind === "Call" && isOfParameters(ground, node, mostComputed);
}

function isOfParameters(ground: Ground, node: Expr, most: number): boolean {
  const main = ground.history.stages[ground.base]?.module.functions.get("main");
  if (!main) return false;
  const bindable = new Set<Expr>(main.params.slice(1));
  if (node.kind === "Var") return bindable.has(node);
  if (node.kind !== "Call" || lastRun(ground.history, "FoldConstant") === undefined) return false;
  let hasParameter = false;
  const seen = new Set<Expr>([node]);
  for (const at of seen) {
    if (seen.size > most) return false;
    if (at.kind === "Constant") continue;
    if (at.kind === "Var") {
      if (!bindable.has(at)) return false;
      hasParameter = true;
      continue;
    }
    if (at.kind !== "Call" && at.kind !== "Tuple" && at.kind !== "TupleGetItem") return false;
    for (const input of ground.inputsOf(at)) seen.add(input);
  }
  return hasParameter;
}
