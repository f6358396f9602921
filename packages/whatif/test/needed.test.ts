/** A change is credited only with what its own edits do. */
import { calledOp, drained, moduleOrder } from "@relayscope/ir";
import { wholeKit } from "@relayscope/run";
import type { Edit } from "@relayscope/run/contract";
import { expect, test } from "vitest";
import { lastOf } from "../src/anchors.ts";
import { joinedBy, knowledgeOf } from "../src/boundary.ts";
import { builtInSpecs, groundFromText } from "../src/ground.ts";
import { neededOf, without } from "../src/needed.ts";

const kit = await wholeKit();

const rule = (operator: string): Edit => ({ kind: "add-rule", target: "acc", operator });
const adding = (pass: string, at: number): Edit => ({ kind: "add-pass", pass, at, options: {} });

/** What is left of a change that offloads `exp`, which comes after two calls that the target takes. */
function neededIn(last: string, edits: readonly Edit[]): readonly Edit[] | undefined {
  const text = `def @main(%x: Tensor[(1, 8), float32]) {
  %0 = nn.relu(%x);
  %1 = nn.relu(%0);
  ${last}
}
`;
  const pipeline = ["MergeComposite", "AnnotateTarget", "PartitionGraph"].map((pass) => ({ pass, options: {} }));
  const customTargets = [{ name: "acc", patterns: [], operators: ["nn.relu"] }];
  const known = knowledgeOf(
    groundFromText({ text, target: "acc", customTargets, pipeline, optLevel: 2, bindParameters: false }, kit, builtInSpecs()),
  );
  const from = moduleOrder(lastOf(known.ground.stages).module).filter((e) => calledOp(e) === "exp");
  const boundary = { from, to: undefined };
  const cure = joinedBy(known, boundary, { edits }) ?? expect.fail();
  let left: readonly Edit[] | undefined;
  const found = (function* () {
    left = (yield* neededOf(known, boundary, cure))?.edits;
  })();
  drained(found);
  return left;
}

test("an edit that adds nothing is left out", () => {
  expect(neededIn("%2 = exp(%1);\n  nn.relu(%2)", [rule("sin"), rule("exp")])).toEqual([rule("exp")]);
});

test("a change whose gain is that of its other edits alone is none", () => {
  const merging = adding("MergeCompilerRegions", 2);
  expect(neededIn("%2 = exp(%1);\n  nn.relu(%2)", [rule("exp"), merging])).toEqual([rule("exp"), merging]);
  // At the end it makes neither fewer regions nor fewer bytes.
  expect(neededIn("exp(%1)", [rule("exp"), merging])).toBeUndefined();
});

test("steps keep their places without an earlier one", () => {
  const [first, second, third] = [adding("SimplifyInference", 1), adding("FoldConstant", 2), adding("ConvertLayout", 1)];
  expect(without([first, second, third], 0)).toEqual([adding("FoldConstant", 1), third]);
  expect(without([first, second, third], 1)).toEqual([first, third]);
  expect(without([first, { kind: "switch-on", pass: "SimplifyInference", at: 1 }], 0)).toBeUndefined();
  expect(without([first, { kind: "switch-on", pass: "PartitionGraph", at: 4 }], 0)).toEqual([
    { kind: "switch-on", pass: "PartitionGraph", at: 3 },
  ]);
});
