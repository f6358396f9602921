/** `pruned`: a target took it, and at the end it is in no region, since a pass after it gave the region back. */
import type { Expr } from "@relayscope/ir";
import { defaultTarget } from "@relayscope/regions";
import { nameOf } from "../../names.ts";
import { causeOf } from "../cause.ts";
import type { Ground } from "../ground.ts";
import { sentences } from "../sentences.ts";
import type { NodeFinder } from "./nodeAsked.ts";

export const pruned: NodeFinder = {
  codes: ["pruned"],
  find({ ground, unit }) {
    const found = givenBack(ground, unit);
    if (!found) return undefined;
    return {
      ...causeOf("pruned", ground.base, found.target),
      sentence: sentences.pruned(found.target, [nameOf(unit)], found.pass, found.why),
      blockers: ground.callsOf(unit),
      pass: found.pass,
    };
  },
};

/** The target that took a node, the pass that gave its region back to the host, and why, as far as that is known. */
export interface GivenBack {
  readonly target: string;
  readonly pass: string;
  readonly why: string;
}

export function givenBack(ground: Ground, unit: Expr): GivenBack | undefined {
  const { history, annotate, base, last } = ground;
  const decision = ground.decisionOf(unit);
  if (!decision || decision.target === defaultTarget || annotate === undefined) return undefined;
  let held: number | undefined;
  for (let stage = annotate; stage <= last; stage++) if (ground.regionAt(stage, unit)) held = stage;
  const by = held === undefined ? -1 : history.stages.findIndex((view, at) => at > (held ?? 0) && view.status === "done");
  const view = history.stages[by];
  if (!view) return undefined;
  const then = new Set(history.follow(base, by - 1, unit));
  const rule = view.decisions.find((d) => d.kind === "prune" && d.nodes.some((n) => then.has(n)));
  return { target: decision.target, pass: view.pass, why: rule?.kind === "prune" ? rule.reason : "" };
}
