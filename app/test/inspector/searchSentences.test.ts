/** The search for the best change, and the table of what it starts from: they do not contradict each other. */
import type { Cure, SearchPart } from "@relayscope/engine";
import { expect, test } from "vitest";
import { bestTitle, curesSentence, searchSentence, stretchSentence } from "../../src/inspector/whatIf/searchSentences.ts";
import { makePage, until } from "../makePage.ts";

test("a search that finds nothing says what it looked at, and that the rows do not help", async () => {
  const page = makePage();
  const { pipeline } = page.store.getState().document;
  page.actions.editSettings({ pipeline, target: "mine", customTargets: [{ name: "mine", patterns: [], operators: ["nn.relu"] }] });
  // The host's operator comes after the region: a target that takes it too has one region, as before, and a larger output.
  page.actions.setText("def @main(%x: Tensor[(1, 8), float32]) {\n  %0 = nn.relu(%x);\n  tile(%0, reps=[4, 4])\n}\n");
  await until(page, (s) => s.run.status === "finished" && s.run.stages.length === s.document.pipeline.length + 1);
  const parts: SearchPart[] = [];
  await page.engine.bestChanges(page.store.getState().run.epoch, (part) => parts.push(part));
  expect(parts.flatMap((part) => (part.kind === "stretches" ? part.stretches : []))).toMatchObject([{ operators: ["tile"], count: 1 }]);
  expect(searchSentence("done", parts, 0)).toBe("1 operator tried: no change gives fewer regions or fewer bytes crossing.");
  const wider: SearchPart = { kind: "searched", size: 2, sets: 1_199 };
  expect(searchSentence("done", [...parts, wider], 0)).toMatch(/^1,200 sets of up to 2 operators tried: /);
  expect(stretchSentence("done", 0)).toMatch(/rows do not help/);
  expect(stretchSentence("done", 1)).not.toMatch(/rows do not help/);
});

test("a search that had nothing to look at says why", () => {
  const stretches: SearchPart = { kind: "stretches", target: "mine", stretches: [] };
  expect(searchSentence("done", [stretches], 0)).toBe("The host has no operator next to a region or between two.");
  expect(searchSentence("done", [], 0)).toMatch(/^No pass of the pipeline chooses targets/);
  expect(searchSentence("running", [stretches, { kind: "searched", size: 1, sets: 3 }], 0)).toBe("Trying sets of 2…");
});

test("of a single operator no change is said to join two", () => {
  const outcome = { regions: 1, bytes: 8, offloaded: 2, operators: 4, composites: 0, offloadedBytes: 8 };
  const cure = { edits: [], label: "", run: { text: "" }, before: outcome, after: { ...outcome, regions: 2 } } as unknown as Cure;
  expect(curesSentence("done", [cure], true)).toBe("1 change joins them and makes something worse; it was tried on this module.");
  expect(curesSentence("done", [cure], false)).toBe("1 change offloads it and makes something worse; it was tried on this module.");
});

test("a change is the best of its size only", () => {
  expect(bestTitle({ operators: ["exp"], edits: [] }, ["bytes", "regions"])).toBe(
    "fewest bytes crossing and fewest regions with 1 operator",
  );
  expect(bestTitle({ operators: ["exp", "sin"], edits: [] }, ["regions"])).toBe("fewest regions with 2 operators (needs both)");
  const edits = [{ kind: "add-pass", pass: "MergeCompilerRegions", options: {}, at: 2 }] as const;
  expect(bestTitle({ operators: [], edits }, ["regions"])).toBe("fewest regions with MergeCompilerRegions");
  expect(bestTitle({ operators: ["exp", "sin"], edits }, ["regions"])).toBe(
    "fewest regions with MergeCompilerRegions and 2 operators (needs all 3)",
  );
});
