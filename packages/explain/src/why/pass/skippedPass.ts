/** `pass-skipped`: a pass was skipped or disabled before targets were chosen, and would have made the difference. */
import type { Expr } from "@relayscope/ir";
import type { StageView } from "../../history.ts";
import { alsoOf, type Cause } from "../cause.ts";
import { isSameWork } from "../ground.ts";
import type { PassAsked, PassFinder } from "./passAsked.ts";
import { betterIn, isJoinedIn } from "./reruns.ts";

/**
 * Passes that were skipped or disabled before targets were chosen, if with them the node is in a region, or the two are
 * in one: one pass if that suffices, else as few as possible.
 */
export const skippedPass: PassFinder = { codes: ["pass-skipped"], find };

function find({ ground, from, to, asItIs }: PassAsked): Cause | undefined {
  const { history, annotate = 0, base } = ground;
  const idle = history.stages.flatMap(({ status }, stage) =>
    stage > 0 && stage < annotate && (status === "skipped" || status === "off") ? [stage] : [],
  );
  if (idle.length === 0) return undefined;
  const refusal = asItIs();
  if (refusal.code === "pass-skipped") return undefined;
  const order = history.stages.slice(1).map((_, at) => at + 1);
  const wouldTake = (stages: readonly number[]) => {
    const wasThere = (node: Expr) => history.follow(base, Math.min(...stages) - 1, node).some((e) => isSameWork(node, e));
    if (!wasThere(from) || (to !== undefined && !wasThere(to))) return false;
    const then = history.rerun(order, stages);
    return then !== undefined && isJoinedIn(ground, then, from, to);
  };
  const one = idle.find((stage) => wouldTake([stage]));
  const needed = one !== undefined ? [one] : idle.length > 1 && wouldTake(idle) ? fewest(idle, wouldTake) : [];
  const [first, ...others] = needed.map((stage) => history.stages[stage]).filter((view) => view !== undefined);
  if (!first) return undefined;
  const whys = [first, ...others].map(idleClause).join(", and ");
  const [they, were] = others.length > 0 ? ["they", "were"] : ["it", "was"];
  const then = history.rerun(order, needed);
  const better = then ? betterIn(ground, then, from, to) : "";
  return {
    ...refusal,
    code: "pass-skipped",
    sentence: `${whys}${first.status === "off" ? "" : `, so ${they} ${were} skipped`}; had ${they} run, ${better}. As it is: ${refusal.sentence}`,
    also: alsoOf("pass-skipped", [refusal.code], refusal.also),
    path: [],
    pass: first.pass,
    asItStands: refusal,
  };
}

function idleClause({ pass, status, reason }: StageView): string {
  return status === "off" ? `\`${pass}\` is switched off` : `\`${pass}\` ${reason}`;
}

/** As few stages as suffice, of stages that suffice together. */
function fewest(stages: readonly number[], areEnough: (stages: readonly number[]) => boolean): readonly number[] {
  let kept = stages;
  for (const stage of stages) {
    const fewer = kept.filter((other) => other !== stage);
    if (fewer.length > 0 && areEnough(fewer)) kept = fewer;
  }
  return kept;
}
