/** Each code of a cause has a file that finds it, in a list of priorities. */
import { expect, test } from "vitest";
import { addedCodes, causeCodes } from "../src/why/causes.ts";
import { nodePriority } from "../src/why/nodeCause.ts";
import { pairPriority } from "../src/why/pairCause.ts";

test("every code is found by a file that says so", () => {
  const found = new Set([...nodePriority, ...pairPriority].flatMap(({ codes }) => codes));
  expect(causeCodes.filter((code) => !found.has(code))).toEqual([]);
});

test("what is also true of a cause leaves out what its sentence says", () => {
  const also = ["pruned", "not-a-call"];
  const said = "`dnnl` took `nn.softmax`, and `PruneDnnlSubgraphs` returned its region to the host.";
  expect(addedCodes({ code: "no-rule", also, sentence: said })).toEqual(["not-a-call"]);
  expect(addedCodes({ code: "no-rule", also, sentence: "`dnnl` has no rule for `exp`." })).toEqual(also);
});
