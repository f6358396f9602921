/**
 * Explains the number of a partitioned function. PartitionGraph uses one number per input of a region, and the region
 * keeps the first.
 */
import { counted, type Expr, emptyModule, pushTo } from "@relayscope/ir";
import type { RegionIdDecision } from "@relayscope/passes";
import { stageRegions, unannotated } from "@relayscope/regions";
import { type Answer, decisionsOf, type History } from "./history.ts";
import { finalNames, listed, nameOf } from "./names.ts";

/** For the partitioned function or the call of one that `expr` is. */
export function regionIdsOf(history: History, stage: number, expr: Expr): readonly Answer[] {
  const name = functionName(expr);
  if (name === undefined) return [];
  const decisions = decisionsOf(history, "region-id").filter((d) => d.stage <= stage);
  const finalName = finalNames(history.stages[stage]?.module ?? emptyModule);
  const isOwn = ({ functionName }: RegionIdDecision) =>
    functionName !== undefined && [functionName, finalName(functionName)].includes(name);
  const own = decisions.find(({ decision }) => isOwn(decision));
  return own
    ? [
        answerOf(
          own.decision,
          decisions.map((d) => d.decision),
          own.stage - 1,
        ),
      ]
    : [];
}

/** For all of a stage's regions at once, a function at a time: each function's numbers begin with 0. */
export function regionIdOverview(history: History, stage: number): readonly Answer[] {
  const all = decisionsOf(history, "region-id").filter((d) => d.stage <= stage);
  const first = all[0]?.stage ?? stage;
  const module = history.stages[stage]?.module ?? emptyModule;
  const { regions } = stageRegions(module);
  const left = new Set(regions.flatMap(({ func, functionName }) => func?.attrs.get("global_symbol") ?? functionName ?? []));
  const finalName = finalNames(module);
  const callers = new Map<string, RegionIdDecision[]>();
  for (const { stage: at, decision } of all) if (at === first) pushTo(callers, decision.caller, decision);
  return [...callers].flatMap(([caller, decisions]): Answer[] => {
    const made = decisions.filter((d) => d.functionName !== undefined);
    const kept = made.filter((d) => left.has(finalName(d.functionName ?? "")));
    const ids = [...new Set(kept.map((d) => d.id))].sort((a, b) => a - b);
    const count = new Set(made.map((d) => d.id)).size;
    const gaps = new Set(decisions.map((d) => d.id)).size - count;
    const back = count - ids.length;
    if (ids.length === 0 || gaps === 0) return [];
    const [asks, listOfIds] = [
      ids.length === 1 ? "is the id" : "are the ids",
      `${ids.slice(0, 12).join(", ")}${ids.length > 12 ? ", ..." : ""}`,
    ];
    return [
      {
        question: `Why ${asks}${callers.size > 1 ? ` in \`@${caller}\`` : ""} ${listOfIds}?`,
        answer: `PartitionGraph uses up an id for each \`compiler_begin\`, and a region keeps the first of its own: ${counted(
          decisions.length,
          "input",
        )} for ${counted(count, "region")}, so ${counted(gaps, "number")} went to further inputs.${
          back > 0
            ? ` A later pass returned ${counted(back, "region")} to the host; ${counted(ids.length, "region")} ${ids.length === 1 ? "is" : "are"} left.`
            : ""
        }`,
        cures: [],
        nodes: decisions.map((d) => d.begin),
        stage: first - 1,
      },
    ];
  });
}

function answerOf(own: RegionIdDecision, all: readonly RegionIdDecision[], stage: number): Answer {
  const inputs = [...new Set(all.filter((d) => d.functionName === own.functionName).map((d) => d.begin))];
  const before = new Set(all.filter((d) => d.caller === own.caller && d.id < own.id).map((d) => d.id)).size;
  return {
    question: `Why is its id ${own.id}?`,
    answer: `PartitionGraph uses up an id for each \`compiler_begin\`; ${before === 0 ? "it used none" : `it used ${before}`} before this region's first, which is on ${listed(
      inputs.slice(0, 1).map((begin) => nameOf(unannotated(begin))),
    )}.`,
    cures: [],
    nodes: inputs,
    stage,
  };
}

function functionName(expr: Expr): string | undefined {
  if (expr.kind === "Call" && expr.op.kind === "GlobalVar") return expr.op.name;
  const symbol = expr.kind === "Function" ? expr.attrs.get("global_symbol") : undefined;
  return typeof symbol === "string" ? symbol : undefined;
}
