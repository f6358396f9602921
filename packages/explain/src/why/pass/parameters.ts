/** Finds the variables that binding makes constant, and the calls that folding makes constant. */
import { calledOp, type Expr, type Func, keptIn } from "@relayscope/ir";
import { weightsOf } from "@relayscope/passes";
import { type Ground, lastRun } from "../ground.ts";

const [mostSteps, mostComputed] = [1_000, 64];

/**
 * Whether binding parameters would make a node constant: a parameter of @main that is not an input, or what the flow
 * folds once its parameters are constants.
 */
export function isBindable(ground: Ground, node: Expr): boolean {
  return isOfParameters(ground, node, mostSteps);
}

/** Whether a call computes a weight, as `isBindable` with a smaller limit: each call of the host is tested. */
export function isComputedWeight(ground: Ground, node: Expr): boolean {
  return node.kind === "Call" && isOfParameters(ground, node, mostComputed);
}

const known = new WeakMap<Func, ReadonlySet<Expr>>();

function isOfParameters(ground: Ground, node: Expr, most: number): boolean {
  const main = ground.history.stages[ground.base]?.module.functions.get("main");
  if (!main) return false;
  const bindable = keptIn(known, main, () => new Set(weightsOf(main, undefined).keys()));
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

/** Whether a node is a quantized operator of constants, which FoldConstant leaves unless it is asked to fold it. */
export function isQuantizedConstant(node: Expr): boolean {
  return node.kind === "Call" && calledOp(node)?.startsWith("qnn.") === true && node.args.every(({ kind }) => kind === "Constant");
}
