/** What a selection is in the next run, where the numbers of what passes make are others. */
import { expect, test } from "vitest";
import { keepFrames } from "../../src/state/keepFrames.ts";
import { keepSelection } from "../../src/state/keepSelection.ts";
import type { Page } from "../../src/state/page.ts";
import { makePage, run, until } from "../makePage.ts";

const text = `def @main(%x: Tensor[(1, 8, 4, 4), float32], %w: Tensor[(8, 8, 3, 3), float32], %g: Tensor[(8), float32]) {
  %0 = nn.conv2d(%x, %w, padding=[1, 1, 1, 1]);
  %1 = nn.relu(%0);
  %2 = nn.batch_norm(%1, %g, %g, %g, %g);
  %3 = %2.0;
  %4 = nn.conv2d(%3, %w, padding=[1, 1, 1, 1]);
  %5 = nn.relu(%4);
  sigmoid(%5)
}
`;
const acc = {
  name: "acc",
  patterns: [{ name: "acc.conv_relu", pattern: 'is_op("nn.relu")(is_op("nn.conv2d")(wildcard(), wildcard()))' }],
  operators: [],
};
const byoc = ["MergeComposite", "AnnotateTarget", "MergeCompilerRegions", "PartitionGraph"];
const steps = (passes: readonly string[]) => passes.map((pass) => ({ pass, options: {} }));

/** A page that has run the text for the target, with a pipeline. */
async function opened(passes: readonly string[]): Promise<Page> {
  const page = makePage();
  keepSelection(page);
  page.store.setState(({ document }) => ({
    document: { ...document, target: "acc", customTargets: [acc], pipeline: steps(passes), optLevel: 3 },
  }));
  await run(page, text);
  return page;
}

const state = (page: Page) => page.store.getState();

/** Ids of the calls of a stage that are of a composite or of an operator, as they are drawn. */
async function idsOf(page: Page, stage: number, label: string): Promise<readonly number[]> {
  const { graph } = await page.engine.graph({
    ...{ epoch: state(page).run.epoch, stage, wrap: false, view: "operators", collapsed: [] },
    ...{ hideVariables: false, hideConstants: false, showAnnotations: true },
  });
  const frames = graph.frames.flatMap((frame) => (frame.label === label ? (frame.node ?? []) : []));
  return [...frames, ...graph.nodes.flatMap((node) => (node.label === label ? node.id : []))];
}

/** What was asked before this is answered before it, and heard. */
async function settled(page: Page): Promise<void> {
  await page.engine.nodeNames(state(page).run.epoch, 0, []);
  await new Promise((resolve) => setTimeout(resolve));
}

/** Runs with another pipeline, until the selection has followed. */
async function runWith(page: Page, passes: readonly string[]): Promise<void> {
  const { run, view } = state(page);
  await settled(page);
  page.actions.editSettings({ pipeline: steps(passes) });
  await until(page, (now) => now.run.epoch > run.epoch && now.run.status === "finished" && now.view.selection !== view.selection);
}

test("a composite and an annotation are selected in the next run as well", async () => {
  const page = await opened(byoc);
  for (const [stage, label] of [
    [1, "acc.conv_relu"],
    [2, "begin"],
  ] as const) {
    const before = await idsOf(page, stage, label);
    const wanted = before[1] ?? -1;
    page.actions.select(stage, [wanted]);
    const named = await page.engine.nodeNames(state(page).run.epoch, stage, [wanted]);
    await runWith(page, ["SimplifyInference", "FoldConstant", ...byoc]);
    const after = await idsOf(page, stage + 2, label);
    expect(after[1]).not.toBe(wanted);
    expect(state(page).view.selection).toEqual({ stage: stage + 2, nodes: [after[1]] });
    const again = await page.engine.nodesNamed(state(page).run.epoch, named);
    expect(again).toEqual({ stage: stage + 2, nodes: [after[1]] });
    await runWith(page, byoc);
    expect(state(page).view.selection).toEqual({ stage, nodes: [wanted] });
  }
});

test("without the pass that made it, what it was made of is selected", async () => {
  const page = await opened(byoc);
  const [composite = -1] = await idsOf(page, 1, "acc.conv_relu");
  page.actions.select(1, [composite]);
  await runWith(page, byoc.slice(1));
  const { selection } = state(page).view;
  const node = await page.engine.node(state(page).run.epoch, selection?.stage ?? -1, selection?.nodes[0] ?? -1);
  expect(node?.title).toBe("nn.relu");
});

/** Chooses another target, with passes after PartitionGraph, until its run has ended and the selection has followed. */
async function choose(page: Page, target: string, further: readonly string[]): Promise<void> {
  const { run, view } = state(page);
  await settled(page);
  page.actions.editSettings({ target, pipeline: steps([...byoc, ...further]) });
  await until(page, (now) => now.run.epoch > run.epoch && now.run.status === "finished" && now.view.selection !== view.selection);
}

const relus = { name: "relus", patterns: [], operators: ["nn.relu", "sigmoid"] };

test("a selected region is the region of the next target that has most of it, with all of its nodes", async () => {
  const page = await opened(byoc);
  page.store.setState(({ document }) => ({ document: { ...document, customTargets: [acc, relus] } }));
  const shown = async () => {
    const { view, selectedRegion } = state(page);
    const stage = view.selection?.stage ?? -1;
    const { graph } = await page.engine.graph({
      ...{ epoch: state(page).run.epoch, stage, wrap: false, view: "operators", collapsed: [] },
      ...{ hideVariables: false, hideConstants: false, showAnnotations: false },
    });
    const region = graph.regions[selectedRegion?.region ?? -1];
    expect(region?.nodes.map((i) => graph.nodes[i]?.id).sort()).toEqual([...(view.selection?.nodes ?? [])].sort());
    return region?.target;
  };
  await page.actions.selectRegion(4, 0);
  expect(await shown()).toBe("acc");
  for (const [target, further] of [
    ["relus", ["InferType"]],
    ["acc", []],
  ] as const) {
    await choose(page, target, further);
    await until(page, (now) => now.selectedRegion?.stage === 4 + further.length);
    expect(await shown()).toBe(target);
  }
});

test("of several selected nodes all stay selected or none", async () => {
  const page = await opened(byoc);
  const [relu = -1] = await idsOf(page, 0, "relu");
  const [sigmoid = -1] = await idsOf(page, 0, "sigmoid");
  page.actions.select(0, [relu, sigmoid]);
  await settled(page);
  const { run } = state(page);
  page.actions.setText(text.replace("sigmoid(%5)", "tanh(%5)"));
  await until(page, (now) => now.run.epoch > run.epoch && now.run.status === "finished" && now.view.selection === undefined);
});

test("a folded composite, an open card and the repetition of a stack stay so in the next run", async () => {
  const page = await opened(byoc);
  keepFrames(page);
  const frameOfComposite = async (stage: number, at: number) => {
    const { graph } = await page.engine.graph({
      ...{ epoch: state(page).run.epoch, stage, wrap: false, view: "operators", collapsed: [] },
      ...{ hideVariables: false, hideConstants: false, showAnnotations: true },
    });
    return graph.frames.filter(({ label }) => label === "acc.conv_relu")[at]?.id ?? -1;
  };
  const cardOf = async (stage: number, at: number) => {
    const { graph } = await page.engine.graph({
      ...{ epoch: state(page).run.epoch, stage, wrap: false, view: "map", collapsed: [] },
      ...{ hideVariables: false, hideConstants: false, showAnnotations: true },
    });
    return -(graph.nodes.filter(({ card }) => card === "region")[at]?.id ?? 1);
  };
  const [folded, card] = [await frameOfComposite(1, 1), await cardOf(byoc.length, 1)];
  page.actions.setView({ collapsed: [folded], opened: [card, 400_000], repetitions: [{ stack: card, at: 2 }] });
  await settled(page);
  const passes = ["SimplifyInference", "FoldConstant", ...byoc];
  page.actions.editSettings({ pipeline: steps(passes) });
  await until(page, (now) => now.view.collapsed[0] !== folded && now.run.status === "finished");
  const [there, open] = [await frameOfComposite(3, 1), await cardOf(passes.length, 1)];
  expect([there, open]).not.toEqual([folded, card]);
  expect(state(page).view).toMatchObject({ collapsed: [there], opened: [open, 400_000], repetitions: [{ stack: open, at: 2 }] });
  await settled(page);
  page.actions.editSettings({ pipeline: steps(byoc) });
  await until(page, (now) => now.view.collapsed[0] !== there && now.run.status === "finished");
  expect(state(page).view).toMatchObject({ collapsed: [folded], opened: [card, 400_000], repetitions: [{ stack: card, at: 2 }] });
});
