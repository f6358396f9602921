/** Explains which target a node got, and why. */
import { type Expr, type Module, moduleOrder, postOrder } from "@relayscope/ir";
import type { TargetDecision } from "@relayscope/passes";
import { type Answer, decisionsOf, type History } from "./history.ts";
import { nameOf } from "./names.ts";

export function targetsOf(history: History, stage: number, expr: Expr): readonly Answer[] {
  const answers: Answer[] = [];
  let ownAt = -1;
  let own: ReadonlySet<Expr> = new Set();
  let byNode: Map<Expr, TargetDecision> = new Map();
  for (const { stage: at, decision } of decisionsOf(history, "target")) {
    if (at !== ownAt) {
      ownAt = at;
      own = new Set(history.follow(stage, at - 1, expr).map(compositeAround(history.stages[at - 1]?.module)));
      byNode = new Map();
    }
    byNode.set(decision.node, decision);
    const answer = own.has(decision.node) && answerOf(decision, at - 1, byNode);
    if (answer) answers.push(answer);
  }
  return answers;
}

/**
 * Maps a node inside a composite to the composite's call. Rules are asked about such nodes, but the answers change
 * nothing.
 */
function compositeAround(module: Module | undefined): (expr: Expr) => Expr {
  const calls = new Map<Expr, Expr>();
  for (const expr of module ? moduleOrder(module) : []) {
    if (expr.kind !== "Call" || expr.op.kind !== "Function" || !expr.op.attrs.has("Composite")) continue;
    postOrder(expr.op, (inner) => {
      if (!calls.has(inner)) calls.set(inner, expr);
    });
  }
  return (expr) => calls.get(expr) ?? expr;
}

function answerOf(decision: TargetDecision, stage: number, known: ReadonlyMap<Expr, TargetDecision>): Answer | undefined {
  const { node, target } = decision;
  const name = nameOf(node);
  const isDefault = target === "default";
  const question = isDefault ? "Why is it not offloaded?" : `Why does \`${target}\` get it?`;
  switch (decision.reason) {
    case "composite":
      return {
        question,
        answer: `It is the composite \`${name}\`: the text before the first dot names the target.`,
        cures: [],
        nodes: [node],
        stage,
      };
    case "operator-rule":
      return {
        question,
        answer: `\`${target}\` has a rule for \`${name}\`, and the rule accepts this call.`,
        cures: [],
        nodes: [node],
        stage,
      };
    case "no-rule":
      // Boundaries explain why a call is refused.
      return undefined;
    case "not-a-call":
      return {
        question,
        answer: `It is not a call, and non-call nodes are left out here.`,
        cures: [],
        nodes: [node],
        stage,
      };
    case "argument-targets":
      return { question, ...argumentTargets(node, target, known), stage };
  }
}

/**
 * A node without a rule of its own takes the target that all its arguments agree on; variables and constants count as
 * `default`.
 */
function argumentTargets(node: Expr, target: string, known: ReadonlyMap<Expr, TargetDecision>) {
  const args = argumentsOf(node);
  const targetOf = (arg: Expr) => known.get(arg)?.target ?? "default";
  if (target !== "default") {
    return { answer: `All its arguments go to \`${target}\`, so it does, too.`, cures: [], nodes: [node, ...args] };
  }
  const named = args.map((arg, i) => `${i}: \`${nameOf(arg)}\` is for \`${targetOf(arg)}\``);
  const blockers = args.filter((arg) => targetOf(arg) === "default");
  const answer =
    args.length === 0
      ? "It has no arguments to take a target from."
      : `It takes a target only if all its arguments do: ${named.slice(0, 6).join("; ")}.`;
  return { answer, cures: [], nodes: [node, ...blockers] };
}

function argumentsOf(node: Expr): readonly Expr[] {
  switch (node.kind) {
    case "Tuple":
      return node.fields;
    case "TupleGetItem":
      return [node.tuple];
    case "Call":
      return node.args;
    case "RefCreate":
      return [node.value];
    case "RefRead":
    case "RefWrite":
      return [node.ref];
    default:
      return [];
  }
}
