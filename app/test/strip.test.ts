import type { StageResult, StageSummary } from "@relayscope/engine";
import { expect, test } from "vitest";
import { checkWords } from "../src/strip/checkWords.ts";
import { chipFacts, countText } from "../src/strip/chipFacts.ts";
import { regionsOf, stripItems, whatChanged } from "../src/strip/stripItems.ts";
import { pageOf, run, until } from "./makePage.ts";

const summary = (change: Partial<StageSummary>): StageSummary => ({
  operators: 10,
  offloaded: 0,
  nodes: 20,
  functions: 1,
  composites: 0,
  regions: [],
  largest: 0,
  crossing: { tensors: 0, bytes: 0, unsized: 0 },
  byOperator: [],
  ...change,
});
const stage = (status: StageResult["status"], at: number): StageResult => ({
  stage: at,
  pass: `P${at}`,
  status,
  reason: "",
  ms: 1,
  summary: summary({}),
});
const flow = (["done", "unchanged", "unchanged", "unchanged", "done", "unchanged", "skipped"] as const).map(stage);
const folds = (isTight: boolean, kept: readonly number[], opened: readonly number[] = []) =>
  stripItems(flow.length, flow, isTight, kept, new Set(opened)).map((item) =>
    item.kind === "pass" ? item.stage : `${item.stages.join("+")}${item.isOpen ? " open" : ""}`,
  );

test("unchanged neighbors fold where there is no room, and no others", () => {
  expect(folds(false, [0])).toEqual([0, 1, 2, 3, 4, 5, 6]);
  expect(folds(true, [0])).toEqual([0, "1+2+3", 4, 5, 6]);
  expect(folds(true, [0], [1])).toEqual([0, "1+2+3 open", 1, 2, 3, 4, 5, 6]);
  expect(folds(true, [1, 0])).toEqual([0, 1, "2+3", 4, 5, 6]);
  expect(folds(true, [2, 1])).toEqual([0, 1, 2, 3, 4, 5, 6]);
});

test("a chip says what the pass did, in numbers", () => {
  const before = summary({ regions: [{ target: "dnnl", color: 0, count: 8, operators: 8 }] });
  expect(whatChanged("MergeCompilerRegions", undefined, summary({}))).toEqual(["10 ops"]);
  expect(whatChanged("MergeCompilerRegions", before, summary({ ...before, operators: 7, composites: 2, functions: 2 }))).toEqual([
    "−3 ops",
    "+2 composites",
    "+1 function",
  ]);
  const merged = summary({ regions: [{ target: "dnnl", color: 0, count: 3, operators: 8 }] });
  expect(whatChanged("MergeCompilerRegions", before, merged)).toEqual([]);
  expect(regionsOf(before, merged)).toEqual([{ target: "dnnl", color: 0, before: 8, after: 3, marked: 0, wasMarked: false }]);
  expect(whatChanged("MergeCompilerRegions", before, before)).toEqual(["changed"]);
  const bare = summary({ regions: [] });
  expect(whatChanged("AnnotateTarget", bare, bare)).toEqual(["nothing marked"]);
  expect(whatChanged("PartitionGraph", bare, bare)).toEqual(["no regions"]);
  expect(whatChanged("FoldConstant", bare, bare)).toEqual(["changed"]);
  expect(regionsOf(before, summary({}))).toEqual([{ target: "dnnl", color: 0, before: 8, after: 0, marked: 0, wasMarked: false }]);
  const annotated = summary({ regions: before.regions.map((r) => ({ ...r, marked: 8 })) });
  const changes = [...regionsOf(summary({}), annotated), ...regionsOf(annotated, merged), ...regionsOf(before, merged)];
  expect(whatChanged("MergeCompilerRegions", annotated, before)).toEqual([]);
  expect(changes.map(countText)).toEqual(["8 marked", "8 marked → 3 regions", "8 → 3"]);
  expect(countText({ target: "dnnl", color: 0, before: 3000, after: 1250, marked: 0, wasMarked: false })).toBe("3,000 → 1,250");
});

test("the chip of a pass that changes nothing counts regions without a change", () => {
  const regions = [{ target: "dnnl", color: 0, count: 2, operators: 4 }];
  const marked = summary({ regions: regions.map((r) => ({ ...r, marked: 2 })) });
  const factsOf = (status: StageResult["status"]) => {
    const result = { ...stage(status, 1), pass: "MergeCompilerRegions", summary: summary({ regions }) };
    const facts = chipFacts({ stage: 1, name: result.pass, result, before: marked, isOff: false, isPending: false }, "full");
    return [facts.text, ...facts.regions.map(countText)];
  };
  expect(factsOf("unchanged")).toEqual(["no change", "2"]);
  expect(factsOf("done")).toEqual(["", "2 marked → 2 regions"]);
});

test("a chip's description gives the reason of a skipped pass once", () => {
  const reason = "needs opt level 3, the context has 2";
  const result = { ...stage("skipped", 1), reason };
  const facts = chipFacts({ stage: 1, name: "P1", result, before: summary({}), isOff: false, isPending: false }, "full");
  expect(facts.text).toBe("skipped: needs opt level 3");
  expect(facts.description.slice(0, 2)).toEqual(["skipped", reason]);
});

const text = "def @main(%x: Tensor[(1, 8), float32]) {\n  %0 = nn.relu(%x);\n  add(%0, %0)\n}\n";

test("all passes are checked one after the other, and a new run forgets the answers", async () => {
  const page = await pageOf(text);
  await page.checks.startAll();
  const { all, byStage } = page.checks.store.getState();
  expect(all).toEqual([1, 2, 3, 4, 5]);
  expect(all.map((at) => byStage.get(at)?.answer?.kind)).toEqual(["same", "same", "same", "same", "same"]);
  await run(page, text.replace("add", "multiply"));
  await until(page, (s) => s.run.status === "finished");
  expect(page.checks.store.getState()).toEqual({ all: [], byStage: new Map() });
});

test("the check of one pass says that it runs, and what was found", async () => {
  const page = await pageOf(text);
  const { store } = page.checks;
  const wordsNow = () => checkWords(store.getState(), (at) => page.store.getState().run.stages[at]?.pass ?? "");
  expect(wordsNow().text).toBe("");
  const said: string[] = [];
  store.subscribe(() => {
    const { text: now, isRunning } = wordsNow();
    if (isRunning && now !== said.at(-1)) said.push(now);
  });
  await page.checks.start(5);
  expect(said).toEqual(["Checking `PartitionGraph`: the module runs before and after the pass…"]);
  expect(wordsNow()).toMatchObject({ isRunning: false, isDifferent: false });
  expect(wordsNow().text).toMatch(/^`PartitionGraph`: Same meaning\. Same on 3 random inputs/);
  const unknown = { kind: "unknown" as const, sentence: "Not checked. No arithmetic for `foo`.", notes: [] };
  const answers = new Map([[1, { status: "done" as const, answer: unknown }]]);
  expect(checkWords({ all: [1], byStage: answers }, () => "P").text).toBe("`P`: Not checked. No arithmetic for `foo`.");
  page.checks.putAway();
  await page.checks.startAll();
  expect(wordsNow().text).toBe("5 of 5 passes keep the meaning");
});

test("a check of all that is ended keeps the answers it had", async () => {
  const page = await pageOf(text);
  const first = new Promise<void>((resolve) => {
    const stop = page.checks.store.subscribe((s) => {
      if (s.byStage.get(1)?.status !== "done") return;
      stop();
      resolve();
    });
  });
  const all = page.checks.startAll();
  await first;
  page.checks.cancel();
  await all;
  const { byStage } = page.checks.store.getState();
  expect(byStage.get(1)?.answer?.kind).toBe("same");
  expect([...byStage.values()].every((check) => check.status === "done")).toBe(true);
  expect(byStage.size).toBeLessThan(5);
});
