/** `pruned`: a target took it, and at the end it is in no region, since a pass after it gave the region back. */
import { calledOp, type Expr, emptyModule, keptIn } from "@relayscope/ir";
import { noHeavyWork } from "@relayscope/passes";
import { defaultTarget, isAnnotation, type StageRegion, stageRegions } from "@relayscope/regions";
import { nameOf } from "../../names.ts";
import { causeOf } from "../cause.ts";
import { type Ground, isSameWork } from "../ground.ts";
import { sentences } from "../sentences.ts";
import type { NodeFinder } from "./nodeAsked.ts";

export const pruned: NodeFinder = {
  codes: ["pruned"],
  find({ ground, unit }) {
    const found = givenBack(ground, unit);
    // PartitionGraph returns no calls to the host, but it leaves the tuple of a region's results outside of the
    // function.
    if (!found || (unit.kind !== "Call" && found.pass === "PartitionGraph")) return undefined;
    const cut = found.why === "" || found.why.startsWith(noHeavyWork) ? cutOffBy(ground, unit, found.target) : undefined;
    // The conditions that a target's own files set for a region are unknown. The region's size may be one, so a cure
    // may try a larger region.
    const isUnknown = found.why === "" && found.operators > 0;
    const sentence = sentences.pruned(found.target, [nameOf(unit)], found.pass, found.why);
    return {
      ...causeOf("pruned", ground.base, found.target),
      sentence: cut ? `${sentence} ${sentences.cutOff(cut.separators.map(nameOf), nameOf(cut.kept))}` : sentence,
      blockers: ground.callsOf(unit),
      ...(cut ? { separators: cut.separators } : {}),
      ...(isUnknown ? { returned: found.operators } : {}),
      pass: found.pass,
    };
  },
};

/** The target that took a node, the pass that gave its region back to the host, and why, as far as that is known. */
export interface GivenBack {
  readonly target: string;
  readonly pass: string;
  readonly why: string;
  /** How many operators the region had. */
  readonly operators: number;
}

export function givenBack(ground: Ground, unit: Expr): GivenBack | undefined {
  const { history, annotate, base, last } = ground;
  const decision = ground.decisionOf(unit);
  if (!decision || decision.target === defaultTarget || annotate === undefined) return undefined;
  let held: number | undefined;
  for (let stage = annotate; stage <= last; stage++) if (ground.regionAt(stage, unit) && !isCopied(ground, stage, unit)) held = stage;
  const by = held === undefined ? -1 : history.stages.findIndex((view, at) => at > (held ?? 0) && view.status === "done");
  const view = history.stages[by];
  if (!view) return undefined;
  const then = new Set(history.follow(base, by - 1, unit));
  const rule = view.decisions.find((d) => d.kind === "prune" && d.nodes.some((n) => then.has(n)));
  const region = held === undefined ? undefined : ground.regionAt(held, unit);
  const operators = region && held !== undefined ? operatorsOf(ground, held, region) : 0;
  return { target: decision.target, pass: view.pass, why: rule?.kind === "prune" ? rule.reason : "", operators };
}

/** Whether the host has the node as well: a pass inlined its region, and the region's function is not removed yet. */
function isCopied({ history, base }: Ground, stage: number, unit: Expr): boolean {
  const { offloadedTo } = stageRegions(history.stages[stage]?.module ?? emptyModule);
  return history.follow(base, stage, unit).some((node) => isSameWork(unit, node) && offloadedTo(node) === undefined);
}

const sizes = new WeakMap<StageRegion, number>();

function operatorsOf({ history }: Ground, stage: number, region: StageRegion): number {
  return keptIn(sizes, region, () => {
    const { offloadedTo } = stageRegions(history.stages[stage]?.module ?? emptyModule);
    const isIts = (node: Expr) => calledOp(node) !== undefined && !isAnnotation(node) && offloadedTo(node)?.index === region.index;
    return history.order(stage).filter(isIts).length;
  });
}

/** How many nodes are looked at, and how many calls may be between. */
const [mostLooked, mostBetween] = [400, 3];

/** The host's calls between a node of a returned region and a region that its target kept. */
interface CutOff {
  readonly separators: readonly Expr[];
  readonly kept: Expr;
}

/** A node with the calls of the host on the way to it. */
interface Reached {
  readonly node: Expr;
  readonly separators: readonly Expr[];
}

/** The fewest calls of the host between a node and the nearest kept region of a target; undefined if none is near. */
function cutOffBy(ground: Ground, unit: Expr, target: string): CutOff | undefined {
  const seen = new Set([unit]);
  let edge: Reached[] = [{ node: unit, separators: [] }];
  for (let count = 0; count <= mostBetween; count++) {
    const beyond: Reached[] = [];
    for (const { node, separators } of edge) {
      for (const next of [...ground.inputsOf(node), ...ground.usersOf(node)].map((e) => ground.unitOf(e))) {
        if (seen.has(next) || next.kind === "Var" || next.kind === "Constant") continue;
        if (seen.size > mostLooked) return undefined;
        seen.add(next);
        // A kept region right next to the node is separated from it by a cycle, not by these calls.
        if (ground.regionOf(next)?.target === target) {
          if (separators.length > 0) return { separators, kept: next };
          continue;
        }
        const isHosts = calledOp(next) !== undefined && ground.decisionOf(next)?.target !== target;
        if (isHosts) beyond.push({ node: next, separators: [...separators, next] });
        else edge.push({ node: next, separators });
      }
    }
    edge = beyond;
  }
  return undefined;
}
