/**
 * The law that causes are causes: on random modules, where what a boundary's cause asks for is given (the rules for what no rule takes, the targets
 * the other way round, no stop_fusion), the two are in one region, or what still keeps them apart is something else.
 */

import type { RunSpec } from "@relayscope/engine";
import type { Boundary, Cause } from "@relayscope/explain";
import { calledOp, type Expr, nameOf } from "@relayscope/ir";
import { expect, test } from "vitest";
import { whyOf } from "../../engine/src/questions/why.ts";
import type { Run } from "../../engine/src/run/run.ts";
import { finished } from "../fuzz/causes/finished.ts";
import { boundaryRun } from "../fuzz/cures/boundaryModule.ts";
import { randomFrom } from "../fuzz/operators/random.ts";

/** The run with what a cause asks for; undefined where it asks for nothing that a target could give. */
function remedied(spec: RunSpec, { code, blockers, target }: Cause): RunSpec | undefined {
  switch (code) {
    case "no-rule":
    case "stop-fusion":
    case "cycle": {
      const operators = blockers.map(calledOp);
      if (operators.includes(undefined)) return undefined;
      return withTarget(spec, target, (own) => ({
        ...own,
        operators: [...own.operators, ...operators.filter((name) => name !== undefined)],
      }));
    }
    case "other-target": {
      const pipeline = spec.pipeline.map((step) => {
        const { targets } = step.options;
        return Array.isArray(targets) ? { ...step, options: { ...step.options, targets: targets.toReversed() } } : step;
      });
      return { ...spec, pipeline };
    }
    default:
      return undefined;
  }
}

type TargetSpec = RunSpec["customTargets"][number];

function withTarget(spec: RunSpec, name: string, edit: (target: TargetSpec) => TargetSpec): RunSpec {
  return { ...spec, customTargets: spec.customTargets.map((own) => (own.name === name ? edit(own) : own)) };
}

/** The cause after the remedy; undefined where the two are together then, or one of them is no longer to be found. */
function causeAfter(before: Run, after: Run, boundary: Boundary): Cause | undefined {
  const [own, then] = [whyOf(before), whyOf(after)];
  const nodes = (unit: Expr): readonly Expr[] => {
    const node = own.why.ground.callsOf(unit).at(-1) ?? unit;
    return own.text.linesOf(node).flatMap((line) => then.text.nodesOf(line, calledOp(node)));
  };
  const [froms, tos] = [nodes(boundary.from), nodes(boundary.to)];
  const isPair = boundary.fromRegion !== undefined && boundary.toRegion !== undefined;
  const hosts = boundary.fromRegion ? tos : froms;
  const causes = isPair ? froms.flatMap((from) => tos.map((to) => then.why.between(from, to))) : hosts.map((node) => then.why.of(node));
  return causes.includes(undefined) ? undefined : causes[0];
}

test("what a cause asks for takes it away", { timeout: 120_000 }, async () => {
  const same: string[] = [];
  const counts = new Map<string, number>();
  let tried = 0;
  for (let seed = 0; seed < 200; seed++) {
    const spec = boundaryRun(randomFrom(seed));
    const run = await finished(spec);
    const { why, text } = whyOf(run);
    for (const boundary of why.boundaries()) {
      const { cause } = boundary;
      const edited = remedied(spec, cause);
      if (!edited) continue;
      tried++;
      counts.set(cause.code, (counts.get(cause.code) ?? 0) + 1);
      const after = await finished(edited);
      const left = causeAfter(run, after, boundary);
      if (left?.code !== cause.code) continue;
      const lines = new Set(cause.blockers.flatMap((node) => text.linesOf(node)));
      const isNew = left.blockers.every(
        (node) =>
          !whyOf(after)
            .text.linesOf(node)
            .some((line) => lines.has(line)),
      );
      if (!isNew) same.push(`${seed}: ${nameOf(boundary.from)} to ${nameOf(boundary.to)}: ${cause.sentence}`);
    }
  }
  expect([...counts.keys()].sort()).toEqual(["cycle", "no-rule", "other-target", "stop-fusion"]);
  expect(same.slice(Math.floor(0.005 * tried))).toEqual([]);
});
