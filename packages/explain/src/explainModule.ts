/** Explains a stage as a whole. */
import { calledOp, counted, grouped, moduleOrder } from "@relayscope/ir";
import { countsOf, isAnnotation, stageRegions } from "@relayscope/regions";
import type { Answer, History } from "./history.ts";
import { listed } from "./names.ts";
import { regionIdOverview } from "./regionIds.ts";
import { splitTuples } from "./splitTuples.ts";
import { stopFusionOverview } from "./stopFusion.ts";

/** Answers about a stage: how many regions there are, their ids, what was offloaded, what was skipped. */
export function explainModule(history: History, stage: number): readonly Answer[] {
  return [
    ...skippedPass(history, stage),
    ...stopFusionOverview(history, stage),
    ...splitTuples(history, stage),
    ...regionIdOverview(history, stage),
    ...coverage(history, stage),
  ];
}

function skippedPass(history: History, stage: number): readonly Answer[] {
  const view = history.stages[stage];
  if (view?.status !== "skipped" || view.reason === "") return [];
  const isLevel = view.reason.includes("opt level");
  return [
    {
      question: `Why did \`${view.pass}\` do nothing?`,
      answer: `It was skipped: ${view.reason}.`,
      cures: isLevel ? ["Raise the opt level of the pipeline, as `tvm.transform.PassContext(opt_level=3)` does."] : [],
      nodes: [],
      stage,
    },
  ];
}

/** Operators offloaded and left, at a stage that has regions. The numbers are those of the strip. */
function coverage(history: History, stage: number): readonly Answer[] {
  const module = history.stages[stage]?.module;
  if (!module) return [];
  const { operators, offloaded, targets, byOperator } = countsOf(module);
  if (targets.length === 0) return [];
  const { offloadedTo, regions } = stageRegions(module);
  const unknown = regions.filter(({ isDeclared }) => isDeclared).length;
  const left = moduleOrder(module).filter((expr) => calledOp(expr) !== undefined && !isAnnotation(expr) && !offloadedTo(expr));
  const shares = targets.map((t) => `${t.operators} to \`${t.target}\``).join(", ");
  const names = byOperator.flatMap(({ operator, calls, offloaded: taken }) =>
    calls > taken ? [`${operator} × ${grouped(calls - taken)}`] : [],
  );
  return [
    {
      question: "Which operators are offloaded?",
      answer: `${offloadedText(offloaded, operators, shares, unknown)}${names.length > 0 ? ` On the host: ${listed(names, 6)}.` : ""}`,
      cures: [],
      nodes: left,
      stage,
    },
  ];
}

/** The number of offloaded operators, and the number of regions whose operators the text lacks. */
function offloadedText(offloaded: number, operators: number, shares: string, unknown: number): string {
  const hidden =
    unknown === 1 ? "1 region is a function that the text does not have" : `${unknown} regions are functions that the text does not have`;
  if (unknown === 0) return `${grouped(offloaded)} of ${counted(operators, "operator")} (${shares}).`;
  return offloaded === 0
    ? `The operators of regions are unknown: ${hidden}. The text itself has ${counted(operators, "operator")} on the host.`
    : `${grouped(offloaded)} of ${counted(operators, "operator")} (${shares}); ${hidden}.`;
}
