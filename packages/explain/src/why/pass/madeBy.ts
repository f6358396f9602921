/** Which pass made a call that the text does not have, and of which call of the text. */
import { calledOp, type Expr, isCallOf } from "@relayscope/ir";
import { nameOf } from "../../names.ts";
import { type Cause, distinct } from "../cause.ts";
import { type Ground, isSameWork } from "../ground.ts";
import { sentences } from "../sentences.ts";

/** A cause whose sentence begins with the pass that made the node; as it is for a call of the text. */
export function withOrigin(ground: Ground, cause: Cause, unit: Expr): Cause {
  const origin = originOf(ground, unit);
  return origin === undefined ? cause : { ...cause, origin, sentence: `${origin} ${cause.sentence}` };
}

/** `SimplifyExpr` makes `multiply` of `add`; undefined for a call that the text has, or of unknown origin. */
function originOf({ history, base }: Ground, unit: Expr): string | undefined {
  // The origin of a `stop_fusion` has its own sentence.
  if (calledOp(unit) === undefined || isCallOf(unit, "annotation.stop_fusion")) return undefined;
  let node: Expr = unit;
  for (let stage = base; stage > 0; stage--) {
    const before = history.follow(stage, stage - 1, node);
    const same = before.find((e) => isSameWork(node, e));
    if (same) {
      node = same;
      continue;
    }
    const names = distinct(before.filter((e) => calledOp(e) !== undefined && calledOp(e) !== calledOp(node)).map(nameOf));
    return names.length === 0 ? undefined : sentences.madeOf(history.stages[stage]?.pass ?? "", nameOf(node), names);
  }
  return undefined;
}
