/** What a search for targets finds. */
import { expect, test } from "vitest";
import { emptySearch } from "../src/header/emptySearch.ts";
import { foundTargets } from "../src/header/foundTargets.ts";

const builtIn = ["dnnl", "bnns", "tensorrt"].map((name) => ({ name, title: `${name} of the reference` }));
const found = (words: string, custom: readonly string[] = []) =>
  foundTargets(
    words.split(" ").filter((word) => word !== ""),
    custom.map((name) => ({ name })),
    builtIn,
  ).map(({ name }) => name);

test("a target is found by its name, with or without the word before it", () => {
  expect(found("target dnnl")).toEqual(["dnnl"]);
  expect(found("dnnl")).toEqual(["dnnl"]);
  expect(found("target")).toEqual(["dnnl", "bnns", "tensorrt"]);
  expect(found("conv2d")).toEqual([]);
  expect(found("")).toEqual([]);
});

test("the document's own targets come first, and an edited one once", () => {
  expect(found("target", ["mine", "dnnl"])).toEqual(["mine", "dnnl", "bnns", "tensorrt"]);
});

test("a search that waits for its answers does not say that nothing matches", () => {
  expect(emptySearch(false, "PartitionGraph")).toBe("Searching…");
  expect(emptySearch(true, "PartitionGraph")).toMatch(/^Nothing after PartitionGraph matches/);
});
