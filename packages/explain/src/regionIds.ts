/**
 * Why a partitioned function has its number: PartitionGraph uses one number per input of a region, and a region keeps
 * its first.
 */
import { type Expr, emptyModule } from "@relayscope/ir";
import type { RegionIdDecision } from "@relayscope/passes";
import { regionNumbers, stageRegions, unannotated } from "@relayscope/regions";
import { type Answer, decisionsOf, type History } from "./history.ts";
import { counted, listed, nameOf } from "./names.ts";

/** For the partitioned function or the call of one that `expr` is. */
export function regionIdsOf(history: History, stage: number, expr: Expr): readonly Answer[] {
  const name = functionName(expr);
  if (name === undefined) return [];
  const decisions = decisionsOf(history, "region-id").filter((d) => d.stage <= stage);
  const own = decisions.find((d) => d.decision.functionName !== undefined && isNamed(name, d.decision.functionName, d.decision.id));
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

/** For all of a stage's regions at once. */
export function regionIdOverview(history: History, stage: number): readonly Answer[] {
  const all = decisionsOf(history, "region-id").filter((d) => d.stage <= stage);
  const first = all[0];
  if (!first) return [];
  const decisions = all.filter((d) => d.stage === first.stage).map((d) => d.decision);
  const made = [...new Set(decisions.filter((d) => d.functionName !== undefined).map((d) => d.id))].sort((a, b) => a - b);
  const { regions } = stageRegions(history.stages[stage]?.module ?? emptyModule);
  const numbers = regionNumbers(regions);
  const targets = new Set(decisions.map(({ target }) => target));
  const ids = made.filter((id) => regions.some(({ index, target }) => numbers[index] === id && targets.has(target)));
  const spent = new Set(decisions.map((d) => d.id));
  const gaps = [...spent].filter((id) => !made.includes(id)).length;
  const back = made.length - ids.length;
  if (ids.length === 0 || gaps === 0) return [];
  return [
    {
      question: `Why are the ids ${ids.slice(0, 12).join(", ")}${ids.length > 12 ? ", ..." : ""}?`,
      answer: `PartitionGraph spends a number on each \`compiler_begin\`, and a region keeps the first of its own: ${counted(
        decisions.length,
        "input",
      )} for ${counted(made.length, "region")}, so ${counted(gaps, "number")} went to further inputs.${
        back > 0
          ? ` A later pass gave ${counted(back, "region")} back to the host; ${counted(ids.length, "region")} ${ids.length === 1 ? "is" : "are"} left.`
          : ""
      }`,
      cures: [],
      nodes: decisions.map((d) => d.begin),
      stage: first.stage - 1,
    },
  ];
}

function answerOf(own: RegionIdDecision, all: readonly RegionIdDecision[], stage: number): Answer {
  const inputs = [...new Set(all.filter((d) => d.functionName === own.functionName).map((d) => d.begin))];
  const before = new Set(all.filter((d) => d.id < own.id).map((d) => d.id)).size;
  return {
    question: `Why is its number ${own.id}?`,
    answer: `PartitionGraph spends a number on each \`compiler_begin\`; ${before === 0 ? "none was spent" : `${before} ${before === 1 ? "was" : "were"} spent`} before this region's first, which is on ${listed(
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

/** Later passes mangle names (`tvmgen_default_`, characters made plain); the end with the number stays. */
function isNamed(name: string, decided: string, id: number): boolean {
  return (
    name === decided || name.endsWith(decided.replace(/[^A-Za-z0-9_]/g, "_")) || (name.endsWith(`_${id}`) && decided.endsWith(`_${id}`))
  );
}
