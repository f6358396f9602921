/**
 * `left-to-host` and `stop-fusion` in an already partitioned module: the nodes outside of its regions, and what the
 * target would need to take them.
 */
import { calledOp, type Expr, elementOf, emptyModule, isCallOf } from "@relayscope/ir";
import { stageRegions } from "@relayscope/regions";
import type { TargetView } from "../../history.ts";
import { nameOf } from "../../names.ts";
import { causeOf } from "../cause.ts";
import type { Ground } from "../ground.ts";
import { operatorsIn } from "../operatorsNear.ts";
import { sentences } from "../sentences.ts";
import { isTaken } from "./asWritten.ts";
import type { NodeFinder } from "./nodeAsked.ts";
import { isStop, stopOrigin } from "./stopFusion.ts";

export const leftToHost: NodeFinder = {
  codes: ["left-to-host", "stop-fusion"],
  find({ ground, unit, target: asked }) {
    if (!ground.isPartitioned || unit.kind !== "Call") return undefined;
    const target = asked === "" ? nearestTarget(ground, unit) : asked;
    const cause = {
      ...causeOf(isStop(unit) ? "stop-fusion" : "left-to-host", ground.base, target),
      blockers: [unit],
      details: [{ node: unit, operator: nameOf(unit) }],
    };
    const notes = [sentences.notInText];
    if (isStop(unit)) {
      const sentence = sentences.stopInPartitioned(target, stopOrigin(ground, unit));
      return { ...cause, sentence, evidence: asDefinedHere(ground, [unit], target), notes };
    }
    const view = viewOf(ground, target);
    if (!view || !isNamed(unit, view)) {
      const evidence = asDefinedHere(ground, [unit], target);
      return { ...cause, sentence: sentences.leftToHost([nameOf(unit)], target), evidence, notes };
    }
    const sentence = `${sentences.leftOut([nameOf(unit)])} ${partitionedAgain(ground, unit, target)}`.trim();
    return { ...cause, sentence, evidence: rescales([unit]) };
  },
};

/** Whether a target has a rule for a call's operator, even one that refuses, or a pattern that may contain it. */
function isNamed(call: Expr, { rules, table }: TargetView): boolean {
  const operator = calledOp(call);
  if (operator === undefined) return false;
  return Object.hasOwn(rules, operator) || table.some(({ pattern }) => operatorsIn(pattern)?.has(operator) !== false);
}

/** The result of partitioning the module again with the pipeline; empty if some of its passes are unknown. */
function partitionedAgain({ history, base }: Ground, unit: Expr, target: string): string {
  const again = history.partitionedAgain();
  if (!again) return "";
  if (!("history" in again)) return sentences.againFails(again.pass, again.reason);
  const { stages, follow } = again.history;
  const end = stages.length - 1;
  const { offloadedTo } = stageRegions(stages[end]?.module ?? emptyModule);
  const held = history.follow(base, 0, unit).some((node) => follow(0, end, node).some((e) => offloadedTo(e)?.target === target));
  return held ? sentences.againTaken(target) : sentences.againLeft;
}

/** The target of the regions next to a host node, or of the module's first region if none is next to it. */
function nearestTarget(ground: Ground, node: Expr): string {
  const beside = [...ground.inputsOf(node), ...ground.usersOf(node)].map((e) => ground.regionOf(e)?.target);
  return (
    beside.find((name) => name !== undefined) ??
    ground.order.map((e) => ground.regionOf(e)?.target).find((name) => name !== undefined) ??
    ""
  );
}

/**
 * Further facts about calls: whether the target as defined here would support them, and whether they look like the
 * output of quantization.
 */
export function asDefinedHere(ground: Ground, calls: readonly Expr[], target: string): readonly string[] {
  const view = viewOf(ground, target);
  const [taken, left] = [calls.filter((call) => view && isTaken(call, view)), calls.filter((call) => view && !isNamed(call, view))];
  const hasRules = view !== undefined && Object.keys(view.rules).length + view.table.length > 0;
  return [
    ...rescales(calls),
    ...(hasRules && taken.length > 0 ? [sentences.takenHere(target, taken.map(nameOf))] : []),
    ...(hasRules && left.length > 0 ? [sentences.notTakenHere(target, left.map(nameOf))] : []),
  ];
}

/** The target of that name which a pass of the pipeline would annotate for, if it ran. */
function viewOf({ history }: Ground, name: string): TargetView | undefined {
  return history.stages.flatMap((view) => view.targets).find((view) => view.name === name);
}

/** `add` of half a power of two, followed by a `right_shift` by its exponent: a rounding division. */
function rescales(calls: readonly Expr[]): readonly string[] {
  const found = new Set<string>();
  for (const shift of calls) {
    if (!isCallOf(shift, "right_shift")) continue;
    const [sum, by] = shift.args;
    const exponent = scalarOf(by);
    if (sum?.kind !== "Call" || calledOp(sum) !== "add" || exponent === undefined || exponent < 1) continue;
    if (sum.args.some((arg) => scalarOf(arg) === 2 ** (exponent - 1))) found.add(sentences.rescale(["add", "right_shift"], 2 ** exponent));
  }
  return [...found];
}

function scalarOf(node: Expr | undefined): number | undefined {
  return node?.kind === "Constant" && node.data?.shape.length === 0 ? Number(elementOf(node.data, 0)) : undefined;
}
