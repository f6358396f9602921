/** Where a `stop_fusion` comes from, what it does to partitioning, and what helps. */
import { type Expr, isCallOf, postOrder } from "@relayscope/ir";
import type { InsertionDecision } from "@relayscope/passes";
import { type Answer, decisionsOf, type History } from "./history.ts";
import { counted, nameOf } from "./names.ts";

const cures: readonly string[] = [
  "Rewrite `stop_fusion(x)` to `x` after quantization, if nothing else stands between the layers.",
  "Give the target an operator rule for `annotation.stop_fusion`; its code generator must then treat it as identity.",
  "Put `annotation.stop_fusion` into the target's patterns.",
];

export function stopFusionOf(history: History, stage: number, expr: Expr): readonly Answer[] {
  if (!isCallOf(expr, "annotation.stop_fusion")) return [];
  const inserted = decisionsOf(history, "insertion").find(({ stage: at, decision }) => {
    if (at > stage) return false;
    const then = new Set(history.follow(stage, at, expr));
    return decision.inserted.some((node) => then.has(node));
  });
  const origin: Answer = inserted
    ? {
        question: "Who put this `stop_fusion` here?",
        answer: insertionText(history.stages[inserted.stage]?.pass ?? "A pass", inserted.decision),
        cures: [],
        nodes: inserted.decision.convolution ? [inserted.decision.convolution, inserted.decision.for] : [inserted.decision.for],
        stage: inserted.stage - 1,
      }
    : {
        question: "Who put this `stop_fusion` here?",
        answer:
          "It stands in the input. Quantization puts it there, before partitioning begins: QuantizePartition behind each convolution's input and around residual adds, QuantizeRealize where scales are unified. AnnotateTarget inserts none.",
        cures: [],
        nodes: [expr],
        stage,
      };
  return [
    origin,
    {
      question: "What does it do to the regions?",
      answer: "A target without a rule for it leaves it to `default`, so it ends the region before it and begins another behind it.",
      cures,
      nodes: [expr],
      stage,
    },
  ];
}

/** Which pass put it there, by which rule, for which call, and which convolution's result it holds back. */
function insertionText(pass: string, { rule, for: by, convolution }: InsertionDecision): string {
  const asked = convolution === by ? "" : `, for \`${nameOf(by)}\``;
  const origin = convolution ? ` It keeps the result of \`${nameOf(convolution)}\` apart from what follows.` : "";
  return `\`${pass}\` did, by its rule "${rule}"${asked}.${origin}`;
}

/** How many there are, for a module. */
export function stopFusionOverview(history: History, stage: number): readonly Answer[] {
  const module = history.stages[stage]?.module;
  if (!module) return [];
  const found: Expr[] = [];
  for (const f of module.functions.values()) {
    postOrder(f, (expr) => {
      if (isCallOf(expr, "annotation.stop_fusion")) found.push(expr);
    });
  }
  if (found.length === 0) return [];
  return [
    {
      question: "What do the `stop_fusion`s do between my layers?",
      answer: `${counted(found.length, "`stop_fusion`")} ${found.length === 1 ? "stands" : "stand"} between operators; each ends a region unless the target takes it.`,
      cures,
      nodes: found,
      stage,
    },
  ];
}
