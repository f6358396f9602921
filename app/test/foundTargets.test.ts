/** What a search for targets finds. */
import { expect, test } from "vitest";
import { emptySearch } from "../src/header/emptySearch.ts";
import { foundCauses, foundProblems } from "../src/header/foundCauses.ts";
import { foundTargets } from "../src/header/foundTargets.ts";
import { goToProblem, placeOf } from "../src/left/goToProblem.ts";
import { pageOf } from "./makePage.ts";

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

test("causes of boundaries are found by their names and operators, and problems by their messages", async () => {
  const page = await pageOf(`def @main(%x: Tensor[(1, 8), float32]) {
  %0 = add(%x, 1f);
  %1 = exp(%0);
  %2 = add(%1, 1f);
  foo.bar(%2)
}
`);
  const { epoch, stages, problems } = page.store.getState().run;
  const stage = stages.length - 1;
  const why = await page.engine.why(epoch, stage);
  const titles = (words: string) => foundCauses(words.split(" "), why).map(({ title, note }) => `${title} (${note})`);
  expect(titles("no rule")).toContain("no rule, no pattern: exp (1 boundary)");
  expect(titles("no-rule exp")).toEqual(["no rule, no pattern: exp (1 boundary)"]);
  expect(titles("it would form a cycle")).toEqual([]);
  expect(foundCauses([], why)).toEqual([]);
  expect(foundCauses(["no"], undefined)).toEqual([]);
  const found = foundProblems(["foo.bar", "operator"], problems);
  expect(found.map(placeOf)).toEqual(["5:3"]);
  const [problem] = found;
  if (!problem) throw new Error("no problem");
  goToProblem(page, problem);
  expect(page.requests.latest("text")?.what).toEqual(problem.range);
});

test("a search that waits for its answers does not say that nothing matches", () => {
  expect(emptySearch(false, "PartitionGraph")).toBe("Searching…");
  expect(emptySearch(true, "PartitionGraph")).toMatch(/^Nothing after PartitionGraph matches/);
});
