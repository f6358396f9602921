/**
 * `left-to-host` and `stop-fusion` in an already partitioned module: what its regions left out, and what the target
 * would need for it.
 */
import { calledOp, type Expr, elementOf, isCallOf } from "@relayscope/ir";
import type { TargetView } from "../../history.ts";
import { nameOf } from "../../names.ts";
import { causeOf } from "../cause.ts";
import type { Ground } from "../ground.ts";
import { sentences } from "../sentences.ts";
import { isTaken } from "./asWritten.ts";
import type { NodeFinder } from "./nodeAsked.ts";
import { isStop, stopOrigin } from "./stopFusion.ts";

export const leftToHost: NodeFinder = {
  codes: ["left-to-host", "stop-fusion"],
  find({ ground, unit, target: asked }) {
    if (!ground.isPartitioned || unit.kind !== "Call") return undefined;
    const target = asked === "" ? nearestTarget(ground, unit) : asked;
    const code = isStop(unit) ? "stop-fusion" : "left-to-host";
    const sentence = isStop(unit)
      ? sentences.stopInPartitioned(target, stopOrigin(ground, unit))
      : sentences.leftToHost([nameOf(unit)], target);
    return {
      ...causeOf(code, ground.base, target),
      sentence,
      blockers: [unit],
      details: [{ node: unit, operator: nameOf(unit) }],
      evidence: asDefinedHere(ground, [unit], target),
      notes: [sentences.notInText],
    };
  },
};

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
 * Further facts about calls: whether a target of that name, as defined here, would support them, and whether
 * quantization writes them like that.
 */
export function asDefinedHere(ground: Ground, calls: readonly Expr[], target: string): readonly string[] {
  const view = viewOf(ground, target);
  const [taken, left] = [calls.filter((call) => view && isTaken(call, view)), calls.filter((call) => view && !isTaken(call, view))];
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
