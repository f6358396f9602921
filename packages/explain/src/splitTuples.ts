/**
 * Explains why PartitionGraph returns more regions than it received: it ends each field of a tuple, so that the tuple
 * no longer joins them.
 */
import { counted, type Expr, type Module, moduleOrder } from "@relayscope/ir";
import { defaultTarget, isEnd, isHostRegion, stageRegions, targetOf } from "@relayscope/regions";
import type { Answer, History } from "./history.ts";

/** For a stage whose module was partitioned in this run; none where no tuple was ended, or no region came of it. */
export function splitTuples({ stages }: History, stage: number): readonly Answer[] {
  const at = stages.findIndex(({ pass, status }, i) => i > 0 && i <= stage && pass === "PartitionGraph" && status === "done");
  const [before, after] = [stages[at - 1]?.module, stages[at]?.module];
  if (!before || !after) return [];
  const [had, has] = [before, after].map((module) => stageRegions(module).regions.filter((region) => !isHostRegion(region)).length);
  const tuples = endedTuples(before);
  if (had === undefined || has === undefined || has <= had || tuples.length === 0) return [];
  return [
    {
      question: `Why did ${counted(had, "region")} become ${has}?`,
      answer: `${counted(tuples.length, "tuple")} ${tuples.length === 1 ? "was" : "were"} the end of a region. \`PartitionGraph\` ends each field of such a tuple instead, so parts that only the tuple joined are regions of their own.`,
      cures: [],
      nodes: tuples,
      stage: at - 1,
    },
  ];
}

function endedTuples(module: Module): readonly Expr[] {
  const found = new Set<Expr>();
  for (const expr of moduleOrder(module)) {
    const value = isEnd(expr) && targetOf(expr) !== defaultTarget ? expr.args[0] : undefined;
    if (value?.kind === "Tuple" && value.fields.length > 1) found.add(value);
  }
  return [...found];
}
