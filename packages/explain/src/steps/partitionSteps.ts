/** The steps of PartitionGraph and FuseOps: which nodes become a function. */
import { calledOp, counted, type Expr, type Module, postOrderList, pushTo } from "@relayscope/ir";
import type { Decision } from "@relayscope/passes";
import { isAnnotation, stageRegions } from "@relayscope/regions";
import { finalNames, listed, nameOf } from "../names.ts";
import type { Step } from "./step.ts";

/**
 * The steps of PartitionGraph: the result of each region, in the order of the ids. `before` is the annotated module,
 * `after` the partitioned one.
 */
export function partitionSteps(decisions: readonly Decision[], before: Module, after: Module): readonly Step[] {
  const { regionOf } = stageRegions(before);
  const finalName = finalNames(after);
  const members = new Map<number, Expr[]>();
  for (const f of before.functions.values()) collect(f, regionOf, members);
  const steps: Step[] = [];
  for (const decision of decisions) {
    if (decision.kind === "region-id") {
      const { id, begin, target } = decision;
      const functionName = decision.functionName === undefined ? undefined : finalName(decision.functionName);
      const nodes = members.get(regionOf(begin)?.index ?? -1) ?? [];
      const operators = nodes.filter((n) => calledOp(n) !== undefined).length;
      const sentence =
        functionName === undefined
          ? `Another input of the same region uses up id ${id}: the region keeps its own id, and this one stays unused.`
          : `The region's first input uses up id ${id}: ${counted(operators, "operator")} of \`${target}\` ${operators === 1 ? "becomes" : "become"} the function \`@${functionName}\`.`;
      const groups = functionName === undefined ? [] : [{ group: id, label: `@${functionName}`, target, nodes }];
      steps.push({ state: functionName === undefined ? "tried" : "merged", sentence, nodes, blockers: [], groups });
    } else if (decision.kind === "constant") {
      const { constant, place } = decision;
      const functionName = finalName(decision.functionName);
      const sentence =
        place === "region-body"
          ? `A constant goes into the body of \`@${functionName}\`.`
          : `A constant stays outside, as an argument of \`@${functionName}\`.`;
      steps.push({ state: "tried", sentence, nodes: [constant], blockers: [], groups: [] });
    }
  }
  return steps;
}

/** The steps of FuseOps: each group of nodes that becomes one kernel. */
export function fusionSteps(decisions: readonly Decision[]): readonly Step[] {
  const steps: Step[] = [];
  for (const decision of decisions) {
    if (decision.kind !== "fusion") continue;
    const { nodes, groupKind, cutBy } = decision;
    const names = listed(nodes.filter((n) => n.kind === "Call").map(nameOf), 6);
    const kind = groupKind.replaceAll("_", "-");
    const end = cutBy.length > 0 ? " A `stop_fusion` ends the group." : "";
    const sentence =
      nodes.length > 1
        ? `${names} become one kernel, of kind \`${kind}\`.${end}`
        : `${names} is a kernel by itself, of kind \`${kind}\`.${end}`;
    steps.push({
      state: nodes.length > 1 ? "merged" : "refused",
      sentence,
      nodes,
      blockers: cutBy,
      groups: nodes.length > 1 ? [{ group: steps.length, label: kind, target: kind, nodes }] : [],
    });
  }
  return steps;
}

function collect(root: Expr, regionOf: (e: Expr) => { readonly index: number } | undefined, members: Map<number, Expr[]>): void {
  for (const expr of postOrderList(root)) {
    const region = expr.kind === "Call" ? regionOf(expr) : undefined;
    if (!region || isAnnotation(expr)) continue;
    pushTo(members, region.index, expr);
  }
}
