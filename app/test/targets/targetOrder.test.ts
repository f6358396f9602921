/** The comparison of targets: the run on the page is the first line, in every order. */
import type { TargetLine } from "@relayscope/engine";
import { expect, test } from "vitest";
import { columns, sorted } from "../../src/header/targetOrder.ts";

function line(target: string, offloaded: number, isInUse = false): TargetLine {
  const run = { text: "", target, customTargets: [], pipeline: [], optLevel: 3, bindParameters: false };
  return {
    target,
    isInUse,
    title: "",
    run,
    outcome: { regions: 1, regionsByTarget: [], offloaded, operators: 9, tensors: 2, bytes: 64, failure: "" },
    ms: 0,
  };
}

test.each(columns.flatMap(({ id }) => [true, false].map((isDown) => [id, isDown] as const)))("by %s, downwards: %s", (column, isDown) => {
  const lines = sorted([line("dnnl", 8), line("mine", 4, true), line("bnns", 2)], { column, isDown });
  expect(lines.map(({ target }) => target)[0]).toBe("mine");
  expect(lines).toHaveLength(3);
});
