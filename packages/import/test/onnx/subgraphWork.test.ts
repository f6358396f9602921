/** Branches take work that grows as their number does. */
import { growthOf } from "@relayscope/cases/work";
import { expect, test } from "vitest";
import type { Model } from "../../src/onnx/file/model.ts";
import { importModel } from "../../src/onnx/import/importModel.ts";
import { branching } from "./branching.ts";

test.each([
  ["of one value", false],
  ["in a chain", true],
])("hundreds of branches %s take work that grows as they do", async (_, isChain) => {
  for (const leavesHoles of [false, true]) {
    const growth = await growthOf((given: Model) => importModel(given, { leavesHoles }), branching(60, isChain), branching(480, isChain));
    expect(growth).toBeLessThan(9.5);
  }
});
