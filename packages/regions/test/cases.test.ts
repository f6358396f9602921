/**
 * Modules at every stage of the flow: their regions, what is in each, what crosses their boundaries, and the numbers.
 */
import { textCases } from "@relayscope/cases";
import { inferTypes } from "@relayscope/infer";
import { calledOp, type Expr, type Module, postOrderList } from "@relayscope/ir";
import { operators } from "@relayscope/ops";
import { parseModule } from "@relayscope/text";
import { expect, test } from "vitest";
import { countsOf, crossingsOf, isAnnotation, type StageRegion, stageRegions } from "../src/index.ts";

test.each(textCases(new URL("cases/", import.meta.url)).map((c) => [c.name, c] as const))("%s", (_, { input, output }) => {
  const { module } = inferTypes(parseModule(input, { operators }).module, operators);
  expect(shown(module)).toBe(output);
});

function shown(module: Module): string {
  const { regions, regionOf } = stageRegions(module);
  const counts = countsOf(module);
  const { tensors, bytes, unsized } = counts.crossing;
  const nodes = [...new Set([...module.functions.values()].flatMap((f) => postOrderList(f)))];
  const named = (region: StageRegion | undefined) => (region ? `${region.target} ${region.index}` : "host");
  const inside = (region: StageRegion) => nodes.filter((node) => regionOf(node) === region && isWorth(node)).map(nameOf);
  return [
    `${counts.offloaded} of ${counts.operators} operators, ${tensors} tensors of ${bytes} bytes${unsized > 0 ? ` (${unsized} unsized)` : ""}`,
    ...counts.targets.map(
      ({ target, regions: n, operators: calls }) => `${target}: ${n} ${n === 1 ? "region" : "regions"}, ${calls} operators`,
    ),
    ...regions.map((region, i) => {
      const { inputs, outputs } = counts.byRegion[i] ?? { inputs: { tensors: -1 }, outputs: { tensors: -1 } };
      const size = `${inputs.tensors} in, ${outputs.tensors} out`;
      return `${named(region)} (${region.kind}, @${region.functionName}, ${size}): ${inside(region).join(" ")}`;
    }),
    ...crossingsOf(module).map(({ value, from, to }) => `${nameOf(value)}: ${named(from)} -> ${named(to)}`),
  ].join("\n");
}

function isWorth(node: Expr): boolean {
  return (node.kind === "Call" && !isAnnotation(node)) || node.kind === "Tuple" || node.kind === "TupleGetItem";
}

function nameOf(node: Expr): string {
  switch (node.kind) {
    case "Call":
      return calledOp(node) ?? (node.op.kind === "GlobalVar" ? `@${node.op.name}` : "fn");
    case "Var":
      return `%${node.name}`;
    case "TupleGetItem":
      return `${nameOf(node.tuple)}.${node.index}`;
    default:
      return node.kind;
  }
}
