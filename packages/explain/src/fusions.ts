/** Explains how FuseOps treated a node: its group, the group's kind, and why the group ended. */
import { calledOp, counted, type Expr } from "@relayscope/ir";
import { type Answer, decisionsOf, type History } from "./history.ts";

/** Which operators may join a group of each kind (the TOpPattern of its main operator). */
const kinds: Readonly<Record<string, string>> = {
  elemwise: "each element of the result needs one element of the input, so anything of its kind joins",
  broadcast: "elements are repeated along some axes; elementwise operators join",
  injective: "each element of the result is one element of an input, moved; elementwise and broadcasting operators join",
  comm_reduce: "a reduction; what computes its input elementwise joins, what follows does not",
  out_elemwise_fusable: "a heavy operator such as a convolution; elementwise operators after it join its kernel",
  tuple: "a tuple, fused with the operators that take it",
  opaque: "an operator that is never fused",
};

export function fusionsOf(history: History, stage: number, expr: Expr): readonly Answer[] {
  if (expr.kind !== "Call" && expr.kind !== "Tuple" && expr.kind !== "TupleGetItem" && expr.kind !== "Function") return [];
  const answers: Answer[] = [];
  let followedTo = -1;
  let own: ReadonlySet<Expr> = new Set();
  for (const { stage: at, decision } of decisionsOf(history, "fusion")) {
    if (at !== followedTo) {
      followedTo = at;
      own = new Set(history.follow(stage, at - 1, expr));
    }
    if (!decision.nodes.some((node) => own.has(node))) continue;
    const others = decision.nodes.length - 1;
    const kind = decision.groupKind.replaceAll("_", "-");
    const company = others === 0 ? "FuseOps left it alone" : `FuseOps put it in one kernel with ${counted(others, "other node")}`;
    const end = decision.cutBy.length > 0 ? " A `stop_fusion` ends the group: what follows it goes to another kernel." : "";
    answers.push({
      question: "What was it fused with?",
      answer: `${company}; the group is \`${kind}\`: ${kinds[decision.groupKind] ?? "an operator of its own kind"}.${end}`,
      cures: decision.cutBy.length > 0 ? ["Remove the `stop_fusion` if both sides should share a kernel."] : [],
      nodes: [...decision.nodes, ...decision.cutBy],
      stage: at - 1,
    });
  }
  if (answers.length === 0 && calledOp(expr) === "annotation.stop_fusion") return cutsOf(history, stage, expr);
  return answers.slice(0, 1);
}

/** Reports the group that a `stop_fusion` ended. */
function cutsOf(history: History, stage: number, expr: Expr): readonly Answer[] {
  for (const { stage: at, decision } of decisionsOf(history, "fusion")) {
    if (!history.follow(stage, at - 1, expr).some((node) => decision.cutBy.includes(node))) continue;
    return [
      {
        question: "What does it do to fusion?",
        answer: "It ends the group above it: FuseOps removes it, and the operators on its two sides go to different kernels.",
        cures: [],
        nodes: decision.nodes,
        stage: at - 1,
      },
    ];
  }
  return [];
}
