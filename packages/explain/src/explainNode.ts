/** Explains a node with one answer for each decision about it. */
import type { Expr } from "@relayscope/ir";
import { boundariesOf } from "./boundaries.ts";
import { compositesOf } from "./composites.ts";
import { constantsOf } from "./constants.ts";
import { fusionsOf } from "./fusions.ts";
import type { Answer, History } from "./history.ts";
import { regionIdsOf } from "./regionIds.ts";
import { stopFusionOf } from "./stopFusion.ts";
import { targetsOf } from "./targets.ts";

/** Answers about a node of a stage: first the pattern, then the target, then the boundaries around it. */
export function explainNode(history: History, stage: number, expr: Expr): readonly Answer[] {
  return [
    ...stopFusionOf(history, stage, expr),
    ...compositesOf(history, stage, expr),
    ...targetsOf(history, stage, expr),
    ...boundariesOf(history, stage, expr),
    ...regionIdsOf(history, stage, expr),
    ...constantsOf(history, stage, expr),
    ...fusionsOf(history, stage, expr),
  ];
}
