/** Where a `stop_fusion` comes from, and how it affects partitioning. Cures are tried on the present module. */
import { counted, type Expr, emptyModule, isCallOf, type Module, moduleOrder, typeText } from "@relayscope/ir";
import type { InsertionDecision } from "@relayscope/passes";
import { isHostRegion, stageRegions } from "@relayscope/regions";
import { type Answer, decisionsOf, type History } from "./history.ts";
import { nameOf } from "./names.ts";
import { stopFusionSource } from "./stopFusionSource.ts";

export function stopFusionOf(history: History, stage: number, expr: Expr): readonly Answer[] {
  if (!isCallOf(expr, "annotation.stop_fusion")) return [];
  const inserted = decisionsOf(history, "insertion").find(({ stage: at, decision }) => {
    if (at > stage) return false;
    const then = new Set(history.follow(stage, at, expr));
    return decision.inserted.some((node) => then.has(node));
  });
  const origin: Answer = inserted
    ? {
        question: "Which pass inserted this `stop_fusion`?",
        answer: insertionText(history, inserted.stage, inserted.decision),
        cures: [],
        nodes: spokenOf(history, inserted.stage, inserted.decision, stage),
        stage,
      }
    : {
        question: "Which pass inserted this `stop_fusion`?",
        answer: `It is in the text. ${stopFusionSource}`,
        cures: [],
        nodes: [expr],
        stage,
      };
  return [
    origin,
    {
      question: "What does it do to the regions?",
      answer: stageRegions(history.stages[stage]?.module ?? emptyModule).offloadedTo(expr)
        ? "The target takes it, so the region continues across it."
        : "A target without a rule for it leaves it to the host, so it ends the region before it, and another begins after it.",
      cures: [],
      nodes: [expr],
      stage,
    },
  ];
}

/**
 * Reports the pass and the rule that inserted it, the call that it was inserted for, and the convolution whose result
 * it keeps from fusing.
 */
function insertionText(history: History, stage: number, { rule, for: by, convolution }: InsertionDecision): string {
  const convolutions = convolutionsOf(history.stages[stage - 1]?.module);
  const described = (e: Expr): string => {
    const place = convolutions.indexOf(e);
    if (place < 0) return `\`${nameOf(e)}\``;
    const type = e.checkedType ? ` to \`${typeText(e.checkedType)}\`` : "";
    return `convolution ${place} (\`${nameOf(e)}\`${type})`;
  };
  const asked = convolution === by ? "" : `, for ${described(by)}`;
  const origin = convolution ? ` It keeps the result of ${described(convolution)} apart from what follows.` : "";
  const counting = [by, convolution].some((e) => e && convolutions.includes(e))
    ? ` Of ${counted(convolutions.length, "convolution")}, counted from 0 as \`skip_conv_layers\` does.`
    : "";
  return `\`${history.stages[stage]?.pass ?? "A pass"}\` did, by its rule "${rule}"${asked}.${origin}${counting}`;
}

/** A module's convolutions in the order in which quantization counts them. */
function convolutionsOf(module: Module | undefined): readonly Expr[] {
  return moduleOrder(module ?? emptyModule).filter((e) => isCallOf(e, "nn.conv2d"));
}

/**
 * The convolution and the requesting call of an insertion, at the shown stage. Of the nodes that each became, calls of
 * the same operator are preferred.
 */
function spokenOf(history: History, from: number, { for: by, convolution }: InsertionDecision, stage: number): readonly Expr[] {
  return [...new Set([convolution, by].flatMap((e) => (e ? sameOperator(e, history.follow(from - 1, stage, e)) : [])))];
}

function sameOperator(e: Expr, nodes: readonly Expr[]): readonly Expr[] {
  const same = nodes.filter((node) => nameOf(node) === nameOf(e));
  return same.length > 0 ? same : nodes;
}

/** The number of `stop_fusion` calls in a module, as an answer. */
export function stopFusionOverview(history: History, stage: number): readonly Answer[] {
  const module = history.stages[stage]?.module;
  if (!module) return [];
  const found = moduleOrder(module).filter((expr) => isCallOf(expr, "annotation.stop_fusion"));
  if (found.length === 0) return [];
  const { offloadedTo, regions } = stageRegions(module);
  const taken = found.filter((stop) => offloadedTo(stop)).length;
  const left = found.length - taken;
  const calls = `${counted(found.length, "call")} of \`stop_fusion\` ${found.length === 1 ? "is" : "are"} between operators`;
  const effect = !regions.some((region) => !isHostRegion(region))
    ? "each will end a region unless the target takes it"
    : taken === 0
      ? `${left === 1 ? "it stays" : "all stay"} on the host, and no region crosses ${left === 1 ? "it" : "them"}`
      : left === 0
        ? `${taken === 1 ? "it is in a region" : "all are in regions"}`
        : `${taken} ${taken === 1 ? "is in a region" : "are in regions"}, ${left} ${left === 1 ? "stays" : "stay"} on the host`;
  return [
    {
      question: "What do the `stop_fusion`s do between my layers?",
      answer: `${calls}; ${effect}.`,
      cures: [],
      nodes: found,
      stage,
    },
  ];
}
